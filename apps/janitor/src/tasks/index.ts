import type { MaintenanceTask } from '#domain';
import type { Task } from '../task.js';
import { expire } from './expire.js';
import { garbage } from './garbage.js';
import { parked } from './parked.js';

export const tasks: Readonly<Record<MaintenanceTask, Task>> = { expire, garbage, parked };
