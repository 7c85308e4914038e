import { z } from 'zod';
import { messageEventSchema } from '#contracts';
import { confinedToken, partitionCount, partitionOf, partitionToken, subjectOf } from '#messaging';
import { sourceIdOf } from '#domain';

const example = { tenantId: 'default', platform: 'chat', type: 'group', externalId: 'general' } as const;

const exampleKey = (): string =>
  sourceIdOf(example.tenantId, example.platform, example.type, example.externalId);

const partitions = Array.from({ length: partitionCount }, (_, partition) => partitionToken(partition));

const about = `What adaptors publish straight to NATS: the documents that \`POST /v1/events\` takes, one a message. The stream
acknowledges when a message is stored. What came before changes nothing, whichever way it came. What does not fit the contract is
parked alone with its reason (\`GET /v1/parked\`); credentials are cut out before anything is recorded. What proves who somebody is
(\`/verify <token>\`, link codes) goes over HTTP, where it is heard before it is carried.`;

const partitionWords =
  (): string => `The same for all events of a place, which keeps them in order: the first two bytes of SHA-256 of
the place's id, big-endian, modulo ${String(partitionCount)}. The id is the UUID v5, in the namespace
\`6b1f0b6e-2f0a-5d1c-9d6e-4a7c3b2a1908\`, of the words \`source\`, tenant, platform, type and external id, each with its length in bytes
before it and a bar between: of \`6:source|7:default|4:chat|5:group|7:general\` it is \`${exampleKey()}\`, which is partition
\`${partitionToken(partitionOf(exampleKey()))}\`. Nothing but order hangs on it: what comes late is read as if it had come in time. The server refuses a partition that is not listed.`;

/** Describes what NATS carries for adaptors. docs/asyncapi.yaml is this, and a test keeps it so. */
export const asyncApiDocument = () => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Kith over NATS',
    version: '1',
    description: about,
    license: { name: 'Apache-2.0' },
  },
  defaultContentType: 'application/cloudevents+json',
  servers: {
    nats: {
      host: 'localhost:4222',
      protocol: 'nats',
      description: 'NATS 2.9 or newer with JetStream; the NATS_URL of Kith.',
      security: [
        { $ref: '#/components/securitySchemes/password' },
        { $ref: '#/components/securitySchemes/nkey' },
      ],
    },
  },
  channels: {
    events: {
      address: 'kith.v1.{tenant}.events.{partition}',
      description: `Taken by the stream \`KITH_EVENTS\`. For example \`${subjectOf({ tenantId: example.tenantId, kind: 'events', key: exampleKey() })}\`.`,
      parameters: {
        tenant: {
          description:
            'Whose memory it is; a user of NATS is allowed its own. Events of one that no operator added are parked.',
          default: 'default',
        },
        partition: { description: partitionWords(), enum: partitions },
      },
      messages: { messageEvent: { $ref: '#/components/messages/messageEvent' } },
    },
    platformEvents: {
      address: 'kith.v1.{publisher}.events.{partition}',
      description: `The same stream, for an adaptor whose user of NATS is held to one platform: an event that names an account or a place of another one is parked. Of its headers the id and the trace are heard. Its user hears answers below an inbox of its own alone, \`_INBOX_<user>\`: set that as the inbox prefix of its client.`,
      parameters: {
        publisher: {
          description:
            'The tenant and the platform (letters, digits, `_` and `-`), with a tilde between them.',
          default: confinedToken(example.tenantId, example.platform),
        },
        partition: { description: 'As in the other channel.', enum: partitions },
      },
      messages: { messageEvent: { $ref: '#/components/messages/messageEvent' } },
    },
  },
  operations: {
    recordMessage: {
      action: 'receive',
      summary: 'Kith records it, and what it says can be recalled.',
      channel: { $ref: '#/channels/events' },
      messages: [{ $ref: '#/channels/events/messages/messageEvent' }],
    },
    recordMessageOfPlatform: {
      action: 'receive',
      summary: 'The same, of one platform alone.',
      channel: { $ref: '#/channels/platformEvents' },
      messages: [{ $ref: '#/channels/platformEvents/messages/messageEvent' }],
    },
  },
  components: {
    messages: {
      messageEvent: {
        title: 'Message event',
        contentType: 'application/cloudevents+json',
        headers: {
          type: 'object',
          required: ['Nats-Msg-Id'],
          properties: {
            'Nats-Msg-Id': {
              type: 'string',
              description: '`<source>|<id>` of the event.',
              examples: ['/adaptors/chat|m-1'],
            },
            'Kith-Key': {
              type: 'string',
              description: 'What it has to keep in order with, where that is less than its partition.',
            },
            traceparent: { type: 'string' },
          },
        },
        payload: z.toJSONSchema(
          messageEventSchema(() => new Date(0)),
          { io: 'input', unrepresentable: 'any' },
        ),
      },
    },
    securitySchemes: {
      password: { type: 'userPassword', description: 'In NATS_URL: `nats://user:password@host:4222`.' },
      nkey: { type: 'asymmetricEncryption', description: 'Its seed in KITH_NATS_NKEY.' },
    },
  },
});
