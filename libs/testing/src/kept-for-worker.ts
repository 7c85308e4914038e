declare const keptByEnvironment: Map<string, unknown[]> | undefined;

/**
 * A list that a worker of jest has for all of its spec files; without such an environment, a list of this file.
 * Only what knows no class of ours may be in it: every file loads those anew.
 */
export const keptForWorker = <T>(name: string): T[] => {
  const lists = typeof keptByEnvironment === 'undefined' ? new Map<string, unknown[]>() : keptByEnvironment;
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list as T[];
};
