import { describe, expect, test } from 'vitest';
import { CallQueue } from '../src/run/call-queue.ts';

/** A queue whose calls end when they are told to, with a log of what began. */
function controlledQueue() {
  const queue = new CallQueue();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, mayOverlap: boolean) =>
    queue.enter(mayOverlap, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { begun, enter, end: (name: string) => ends.get(name)?.() };
}

describe('the queue of a batch [PIPE-3]', () => {
  test('runs neighbouring reads together, a write alone, in order', async () => {
    const { begun, enter, end } = controlledQueue();
    const calls = [enter('read1', true), enter('read2', true), enter('write', false), enter('read3', true)];
    expect(begun).toEqual(['read1', 'read2']);
    end('read2');
    await calls[1];
    expect(begun).toEqual(['read1', 'read2']);
    end('read1');
    await calls[0];
    await expect.poll(() => begun).toEqual(['read1', 'read2', 'write']);
    end('write');
    await calls[2];
    await expect.poll(() => begun).toEqual(['read1', 'read2', 'write', 'read3']);
  });

  test('runs at most ten at once', async () => {
    const { begun, enter, end } = controlledQueue();
    const calls = Array.from({ length: 12 }, (_, index) => enter(`read${index}`, true));
    expect(begun).toHaveLength(10);
    end('read3');
    await calls[3];
    await expect.poll(() => begun).toHaveLength(11);
  });

  test('goes on after a call that rejected', async () => {
    const queue = new CallQueue();
    const failing = queue.enter(false, () => Promise.reject(new Error('no')));
    const next = queue.enter(false, async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
