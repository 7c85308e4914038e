/** What keeps a store in order. Each is a task of its own. */
export const maintenanceTasks = [
  'expire',
  'garbage',
  'aliases',
  'integrity',
  'reconcile',
  'duplicates',
  'parked',
] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

/** Why a memory is found no more though nobody asked for that. */
export const archiveReasons = ['ephemeral_decay', 'superseded', 'max_entries'] as const;
export type ArchiveReason = (typeof archiveReasons)[number];
