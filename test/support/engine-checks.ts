import { forbidKeysInLogs } from './no-key';

forbidKeysInLogs();
