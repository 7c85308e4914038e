import type { Actor } from '#domain';

export const writtenBy = ({ kind, id }: Actor): string => (kind === 'system' ? id : `key:${id}`);
