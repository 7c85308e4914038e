import { startedAlone } from '#wiring';
import { startGateway } from './start-gateway.js';

await startedAlone('gateway', startGateway);
