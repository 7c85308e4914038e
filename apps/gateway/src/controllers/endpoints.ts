import type { Type } from '@nestjs/common';
import { EventsController } from '../events/events.controller.js';
import { ErasuresController } from './erasures.controller.js';
import { GrantsController } from './grants.controller.js';
import { IdentityController } from './identity.controller.js';
import { KeysController } from './keys.controller.js';
import { LinksController } from './links.controller.js';
import { MaintenanceController } from './maintenance.controller.js';
import { MemoriesController } from './memories.controller.js';
import { OperationsController } from './operations.controller.js';
import { ParkedController } from './parked.controller.js';
import { PeopleController } from './people.controller.js';
import { RecallController } from './recall.controller.js';
import { ReviewsController } from './reviews.controller.js';
import { SeedController } from './seed.controller.js';
import { TenantsController } from './tenants.controller.js';
import { endpointsOf, type EndpointSpec } from '../http/endpoint.js';

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
