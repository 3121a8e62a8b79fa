/** Bounded queues of the interface that count by themselves what they did not take, or gave up, because they were full. */
export type QueueName = 'calls' | 'histories' | 'logins' | 'mcp' | 'mqtt';

/** How much that was, by queue. Plain numbers: whoever counts is on everybody's way. */
export type QueueDrops = Record<QueueName, number>;

export const noQueueDrops = (): QueueDrops => ({ calls: 0, histories: 0, logins: 0, mcp: 0, mqtt: 0 });
