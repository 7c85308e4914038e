import type { Actor } from '#domain';

/** `client key:3f… for <entity>`: one word for the kind, the key, and whom a client spoke for. */
export const writtenActor = ({ kind, id, viewerId }: Actor): string =>
  [kind, id, ...(viewerId === null ? [] : [viewerId])].join(' ');
export const readActor = (written: string): Actor => {
  const [kind = 'system', id = '', viewerId] = written.split(' ');
  return { kind: kind as Actor['kind'], id, viewerId: viewerId ?? null };
};
