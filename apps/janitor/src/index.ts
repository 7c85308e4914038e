export { JanitorModule } from './janitor.module.js';
export { janitorEntities, janitorMigrations } from './reports/report-entity.js';
