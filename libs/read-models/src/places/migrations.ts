export const places = [
  `create table sources (
    source_id uuid primary key, tenant_id text not null, source_type text not null, platform text not null, external_id text not null,
    parent_source_id uuid, parent_at timestamptz, access text not null, access_given text, access_at timestamptz,
    name text, name_at timestamptz, thread_of uuid, workspace_id uuid, root_id uuid not null, created_at timestamptz not null)`,
  `create index sources_workspace on sources (workspace_id, access)`,
  `create index sources_parent on sources (parent_source_id)`,
  `create table participant_marks (
    source_id uuid not null, entity_id uuid not null, at timestamptz not null, kind text not null, role text not null,
    primary key (source_id, entity_id, at, kind))`,
  `create table source_participants (
    source_id uuid not null, entity_id uuid not null, tenant_id text not null, role text not null,
    active_from timestamptz not null, active_to timestamptz,
    primary key (source_id, entity_id, active_from))`,
  `create index source_participants_entity on source_participants (entity_id, source_id)`,
];

export const placesInConfidence = [
  `alter table sources add column accesses jsonb not null default '[]', add column confined jsonb not null default '[]',
     add column moved_position bigint not null default 0, add column confined_position bigint not null default 0`,
  `update sources set accesses = jsonb_build_array(jsonb_build_object('at',
     to_char(access_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'access', access_given, 'isDefault', false)) where access_given is not null`,
  `update sources set confined = '[{"from": null, "to": null}]' where access = 'restricted'`,
  `update sources s set access = 'restricted' from sources root where root.source_id = s.root_id and root.source_type in ('dm', 'thread')`,
];

/** A thread of which it is not known what it hangs under was taken for a dm, or for as open as its workspace. */
export const strayThreads = [
  `with recursive stray(source_id, depth) as (
     select s.source_id, 0 from sources s join sources root on root.source_id = s.root_id
       where s.source_type = 'thread' and (root.source_type = 'thread'
         or (root.source_type = 'workspace' and s.parent_source_id = root.source_id and s.access_given is null))
     union select s.source_id, depth + 1 from stray join sources s on s.parent_source_id = stray.source_id
       where s.source_type = 'thread' and depth < 8)
   update sources set access = 'restricted', confined = '[{"from": null, "to": null}]'
     where source_id in (select source_id from stray)`,
  `update messages set needs_reading = true from sources s join sources root on root.source_id = s.root_id
     where messages.source_id = s.source_id and messages.read_position > 0 and s.source_type = 'thread'
       and s.access = 'restricted' and root.source_type in ('thread', 'workspace')`,
];

/**
 * How a place stood when something was said there. Of what was known before only how it stands is left, and the stricter
 * is taken to have held; a group of no workspace that nobody called open is restricted.
 */
export const settings = [
  `alter table sources add column parents jsonb not null default '[]', add column histories jsonb not null default '[]',
     add column parent_ids uuid[] not null default '{}', add column settings jsonb not null default '[]', add column history text,
     add column history_at timestamptz, add column is_apart boolean, add column reader_source_ids uuid[]`,
  `update sources set parents = jsonb_build_array(jsonb_build_object('at', to_char(coalesce(parent_at, created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'is', parent_source_id)), parent_ids = array_remove(array[parent_source_id], null) where parent_source_id is not null or source_type <> 'thread'`,
  `update sources set accesses = (select coalesce(jsonb_agg(jsonb_build_object('at', said ->> 'at',
     'is', case when (said ->> 'isDefault')::boolean then null else said ->> 'access' end) order by said ->> 'at'), '[]') from jsonb_array_elements(accesses) as said)`,
  `update messages set needs_reading = true from sources s where messages.source_id = s.source_id and messages.read_position > 0
     and s.access = 'open' and s.access_given is null and s.workspace_id is null`,
  `update sources set access = 'restricted' where access_given is null and workspace_id is null`,
  `update sources s set is_apart = s.source_type = 'thread' and (s.access_given is not distinct from 'restricted' or root.source_type in ('thread', 'workspace')),
     history = case when s.access = 'open' and s.workspace_id is not null and s.confined = '[]' then 'visible' else 'since_joining' end
     from sources root where root.source_id = s.root_id`,
  `update sources s set reader_source_ids = array_remove(array[s.source_id, case when s.is_apart or parent.source_type = 'workspace' then null else s.thread_of end], null)
     from sources own left join sources parent on parent.source_id = own.thread_of where own.source_id = s.source_id`,
  `update sources s set settings = jsonb_build_array(jsonb_build_object('from', null, 'to', null, 'sourceId', s.source_id,
     'access', case when s.confined = '[]' then s.access else 'restricted' end, 'history', s.history, 'threadOf', s.thread_of, 'isApart', s.is_apart,
     'workspaceId', s.workspace_id, 'rootId', s.root_id, 'rootType', root.source_type, 'isStray', s.is_apart and root.source_type in ('thread', 'workspace')))
     from sources root where root.source_id = s.root_id`,
  `alter table sources drop column access_given, drop column confined, drop column confined_position,
     alter column history set not null, alter column is_apart set not null, alter column reader_source_ids set not null`,
  `create index sources_below on sources using gin (parent_ids)`,
  `alter table memory_evidence add column setting jsonb`,
  `alter table memories add column setting jsonb`,
  `alter table messages add column setting jsonb`,
];

/** Who came last of those who stay, and who is known to leave: a roster of thousands is not read for it. */
export const newcomers = [
  `create index source_participants_staying on source_participants (source_id, active_from) where active_to is null`,
  `create index source_participants_leaving on source_participants (source_id, active_to) where active_to is not null`,
];

/** Until when somebody stays in a place without being a member of its workspace: guests are found without reading a roster. */
export const guests = [
  `alter table source_participants add column outside_until timestamptz`,
  `update source_participants p set outside_until = (
     select coalesce(upper(stretch), 'infinity') from unnest(tstzmultirange(tstzrange(p.active_from, p.active_to)) -
       coalesce((select range_agg(tstzrange(w.active_from, w.active_to)) from source_participants w
         where w.source_id = s.workspace_id and w.entity_id = p.entity_id), '{}'::tstzmultirange)) as stretch
       order by lower(stretch) desc limit 1)
     from sources s where s.source_id = p.source_id and s.workspace_id is not null`,
  `create index source_participants_outside on source_participants (source_id, outside_until) where outside_until is not null`,
];
