/** `npm --prefix workshop run n8n` installs only n8n, for example while other tests run. */
import { chosenN8n } from './index';
import { terminalReport } from './report';

void chosenN8n().install(terminalReport());
