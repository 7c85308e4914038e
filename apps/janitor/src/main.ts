import { runAlone, storeSchema } from '#wiring';
import { JanitorModule } from './janitor.module.js';
import { janitorEntities, janitorMigrations } from './reports/report-entity.js';
import { tasksName } from './tasks.controller.js';

const schema = {
  ...storeSchema,
  migrations: [...storeSchema.migrations, ...janitorMigrations],
  entities: [...storeSchema.entities, ...janitorEntities],
};

await runAlone({ app: 'janitor', consumes: [tasksName], answersOver: 'nats' }, [JanitorModule], schema);
