import { gatewayEntities, gatewayMigrations } from '#gateway';
import { storeSchema, type Schema } from '#wiring';

export const allMigrations = [...storeSchema.migrations, ...gatewayMigrations];
export const allEntities = [...storeSchema.entities, ...gatewayEntities];

/** What all apps keep together. */
export const schema: Schema = { ...storeSchema, migrations: allMigrations, entities: allEntities };
