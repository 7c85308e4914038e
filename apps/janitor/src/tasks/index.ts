import type { MaintenanceTask } from '#domain';
import type { Task } from '../task.js';
import { expire } from './expire.js';
import { garbage } from './garbage.js';

export const tasks: Partial<Readonly<Record<MaintenanceTask, Task>>> = { expire, garbage };
