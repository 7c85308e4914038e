import { runAlone } from '#wiring';
import { IngestModule } from './ingest.module.js';
import { recorderName } from './record-message/recorder.controller.js';

await runAlone({ app: 'ingest', consumes: [recorderName], answersOver: 'nats' }, [IngestModule]);
