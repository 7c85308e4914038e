import type { Type } from '@nestjs/common';
import { EventsController } from '../events/events.controller.js';
import { ErasuresController } from '../controllers/erasures.controller.js';
import { GrantsController } from '../controllers/grants.controller.js';
import { IdentityController } from '../controllers/identity.controller.js';
import { KeysController } from '../controllers/keys.controller.js';
import { LinksController } from '../controllers/links.controller.js';
import { MaintenanceController } from '../controllers/maintenance.controller.js';
import { MemoriesController } from '../controllers/memories.controller.js';
import { OperationsController } from '../controllers/operations.controller.js';
import { ParkedController } from '../controllers/parked.controller.js';
import { PeopleController } from '../controllers/people.controller.js';
import { RecallController } from '../controllers/recall.controller.js';
import { ReviewsController } from '../controllers/reviews.controller.js';
import { SeedController } from '../controllers/seed.controller.js';
import { TenantsController } from '../controllers/tenants.controller.js';
import { endpointsOf, type EndpointSpec } from './endpoint.js';

export const controllers: readonly Type[] = [
  EventsController,
  RecallController,
  MemoriesController,
  GrantsController,
  ErasuresController,
  PeopleController,
  IdentityController,
  LinksController,
  ReviewsController,
  SeedController,
  KeysController,
  TenantsController,
  ParkedController,
  MaintenanceController,
  OperationsController,
];

export const endpoints = (): readonly EndpointSpec[] => endpointsOf(controllers);
