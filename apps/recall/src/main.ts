import { runAlone } from '#wiring';
import { indexerName } from './indexer.controller.js';
import { RecallModule } from './recall.module.js';

await runAlone({ app: 'recall', consumes: [indexerName], answersOver: 'nats' }, [RecallModule]);
