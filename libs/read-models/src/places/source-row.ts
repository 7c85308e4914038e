import type { SourceAccess, SourceHistory, SourceType } from '#domain';
import type { RecordedEventOf } from '#event-log';
import type { Table } from '../rows.js';
import type { Piece } from './settings.js';
import type { PlaceStatement } from '#domain';

export interface SourceRow {
  readonly source_id: string;
  readonly tenant_id: string;
  readonly source_type: SourceType;
  readonly platform: string;
  readonly external_id: string;
  readonly parent_source_id: string | null;
  /** Until when it is known that what was told last still held. */
  readonly parent_at: Date | null;
  readonly access_at: Date | null;
  readonly history_at: Date | null;
  readonly name: string | null;
  readonly name_at: Date | null;
  /** Everything that was said of it, oldest first. */
  readonly parents: readonly PlaceStatement[];
  readonly accesses: readonly PlaceStatement<SourceAccess>[];
  readonly histories: readonly PlaceStatement<SourceHistory>[];
  /** Whatever it ever hung under. */
  readonly parent_ids: readonly string[];
  /** How it stood at any time, and how it stands now. */
  readonly settings: readonly Piece[];
  readonly access: SourceAccess;
  readonly history: SourceHistory;
  readonly is_apart: boolean;
  readonly thread_of: string | null;
  readonly workspace_id: string | null;
  readonly root_id: string;
  /** Places whose participants read here: itself and, of a thread that is not apart, what it hangs under. */
  readonly reader_source_ids: readonly string[];
  /** Log position at which it last turned out to have stood otherwise than known. */
  readonly moved_position: bigint | string;
  readonly created_at: Date;
}
export const sources: Table<SourceRow> = {
  name: 'sources',
  key: ['source_id'],
  columns: {
    source_id: 'uuid',
    tenant_id: 'text',
    source_type: 'text',
    platform: 'text',
    external_id: 'text',
    parent_source_id: 'uuid',
    parent_at: 'timestamptz',
    access_at: 'timestamptz',
    history_at: 'timestamptz',
    name: 'text',
    name_at: 'timestamptz',
    parents: 'jsonb',
    accesses: 'jsonb',
    histories: 'jsonb',
    parent_ids: 'uuid[]',
    settings: 'jsonb',
    access: 'text',
    history: 'text',
    is_apart: 'boolean',
    thread_of: 'uuid',
    workspace_id: 'uuid',
    root_id: 'uuid',
    reader_source_ids: 'uuid[]',
    moved_position: 'bigint',
    created_at: 'timestamptz',
  },
};

export type Observed = RecordedEventOf<'SourceObserved'>;
