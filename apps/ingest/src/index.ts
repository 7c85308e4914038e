export { compareReadings, type ComparedMessage } from './propose-facts/compare-readings.js';
export { IngestModule } from './ingest.module.js';
