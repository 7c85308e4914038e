import { faultFields, type GatewayLog } from '../telemetry/log.js';
import { unavailable } from './problem.js';

/** What an engine answers. Where it fails the log is told as this event, and whoever asked to try again. */
export const orUnavailable = async <T>(
  log: Pick<GatewayLog, 'error'>,
  event: string,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    log.error({ event, ...faultFields(error) });
    throw unavailable();
  }
};
