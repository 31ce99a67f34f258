import { usePlayground } from './playground';
import { agentTests } from './recipes/agent';
import { alertTests } from './recipes/alert';
import { crmTests } from './recipes/crm';
import { documentsTests } from './recipes/documents';
import { employeesTests } from './recipes/employees';
import { periodTests } from './recipes/period';
import { stageOn } from './recipes/stage';

// The workflows that a person imports, each run in the real n8n against the sandbox.
const stage = stageOn(usePlayground());

documentsTests(stage);
employeesTests(stage);
alertTests(stage);
periodTests(stage);
agentTests(stage);
crmTests(stage);
