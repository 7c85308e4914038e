import { z } from 'zod';
import type { ViewerParams } from '#contracts';
import type { FieldError } from '#domain';

type ViewerFields = ViewerParams;

const required = (path: string): FieldError => ({ path, message: 'is required' });
const twice = (path: string): FieldError => ({ path, message: 'is given twice' });

const accountErrors = ({
  viewer_id,
  viewer_platform,
  viewer_platform_user_id,
}: ViewerFields): readonly FieldError[] => {
  if (viewer_id !== undefined)
    return viewer_platform === undefined && viewer_platform_user_id === undefined ? [] : [twice('viewer_id')];
  if ((viewer_platform === undefined) === (viewer_platform_user_id === undefined)) return [];
  return [required(viewer_platform === undefined ? 'viewer_platform' : 'viewer_platform_user_id')];
};

const placeErrors = (fields: ViewerFields): readonly FieldError[] => {
  const named = {
    viewer_source_platform: fields.viewer_source_platform,
    viewer_source_type: fields.viewer_source_type,
    viewer_source_external_id: fields.viewer_source_external_id,
  };
  const missing = Object.entries(named).flatMap(([path, value]) => (value === undefined ? [path] : []));
  if (missing.length === 3) return [];
  if (fields.viewer_source_id !== undefined) return [twice('viewer_source_id')];
  return missing.map(required);
};

const hasViewer = (fields: ViewerFields): boolean =>
  fields.viewer_id !== undefined || fields.viewer_platform_user_id !== undefined;

/** What is wrong with who is said to ask, and where. */
export const viewerErrors = (fields: ViewerFields, mayBeAbsent: boolean): readonly FieldError[] => {
  const errors = [...accountErrors(fields), ...placeErrors(fields)];
  if (mayBeAbsent || hasViewer(fields) || errors.length > 0) return errors;
  return [{ path: 'viewer_id', message: 'a viewer is required: only operators may leave it out' }];
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const present = (
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined => {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return set.length > 0 ? Object.fromEntries(set) : undefined;
};

/** Writes the viewer, place and agent of the query into a body that names none; a body that does is left as it is. */
export const foldViewer = (body: unknown, fields: ViewerFields): unknown => {
  if (!isRecord(body)) return body;
  const viewer = present({
    entity_id: fields.viewer_id,
    platform: fields.viewer_platform,
    platform_user_id: fields.viewer_platform_user_id,
  });
  const source = present({
    source_id: fields.viewer_source_id,
    platform: fields.viewer_source_platform,
    type: fields.viewer_source_type,
    external_id: fields.viewer_source_external_id,
  });
  const agent = present({ agent_id: fields.agent_id });
  return { ...(viewer ? { viewer } : {}), ...(source ? { source } : {}), ...agent, ...body };
};

const isOther = (inBody: unknown, inQuery: string | undefined): boolean =>
  inBody != null && inQuery !== undefined && inBody !== inQuery;

/** Of a body that may name the viewer as well: said twice, the two could differ. */
export const foldErrors = (body: unknown, fields: ViewerFields): readonly FieldError[] => {
  if (!isRecord(body)) return [];
  const namesPlace = fields.viewer_source_id !== undefined || fields.viewer_source_external_id !== undefined;
  return [
    ...(body['viewer'] != null && hasViewer(fields) ? [twice('viewer')] : []),
    ...(body['source'] != null && namesPlace ? [twice('source')] : []),
    ...(isOther(body['agent_id'], fields.agent_id)
      ? [{ path: 'agent_id', message: 'differs between query and body' }]
      : []),
  ];
};

export const noQuery = z.strictObject({});
