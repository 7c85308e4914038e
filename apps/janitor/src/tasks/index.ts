import type { MaintenanceTask } from '#domain';
import type { Task } from '../task.js';
import { aliases } from './aliases.js';
import { duplicates } from './duplicates.js';
import { expire } from './expire.js';
import { garbage } from './garbage.js';
import { integrity } from './integrity.js';
import { parked } from './parked.js';
import { reconcile } from './reconcile.js';

export const tasks: Readonly<Record<MaintenanceTask, Task>> = {
  expire,
  garbage,
  aliases,
  integrity,
  reconcile,
  duplicates,
  parked,
};
