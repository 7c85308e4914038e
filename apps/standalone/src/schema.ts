import { gatewayEntities } from '#gateway';
import { janitorEntities, janitorMigrations } from '#janitor';
import { storeSchema, type Schema } from '#wiring';

export const allMigrations = [...storeSchema.migrations, ...janitorMigrations];
export const allEntities = [...storeSchema.entities, ...gatewayEntities, ...janitorEntities];

/** What all apps keep together. */
export const schema: Schema = { ...storeSchema, migrations: allMigrations, entities: allEntities };
