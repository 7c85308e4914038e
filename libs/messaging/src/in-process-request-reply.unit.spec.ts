import { describe, expect, it } from '@jest/globals';
import { InProcessRequestReply } from './in-process-request-reply.js';

describe('request and reply in process', () => {
  it('brings the input to the responder and its answer back', async () => {
    const services = new InProcessRequestReply();
    services.respond('recall', 'stats', (input) => Promise.resolve({ seen: input }));
    expect(await services.request('recall', 'stats', { tenant: 't-1' })).toEqual({ seen: { tenant: 't-1' } });
  });

  it('refuses a second responder', () => {
    const services = new InProcessRequestReply();
    services.respond('recall', 'stats', () => Promise.resolve(1));
    expect(() => services.respond('recall', 'stats', () => Promise.resolve(2))).toThrow('recall.stats');
  });

  it('rejects when nobody answers, and when the responder throws', async () => {
    const services = new InProcessRequestReply();
    await expect(services.request('recall', 'stats', {})).rejects.toThrow('nobody answers recall.stats');
    services.respond('recall', 'stats', () => Promise.reject(new Error('down')));
    await expect(services.request('recall', 'stats', {})).rejects.toThrow('down');
  });
});
