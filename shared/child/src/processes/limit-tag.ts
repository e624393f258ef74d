import { readProc } from './read-proc.ts';

const SOFT_LIMIT = /^Max file locks +(\d+) /m;

/**
 * The tag that a process inherited as its soft limit of file locks, which Linux has not enforced since 2.4, but hands
 * down through every fork, exec and change of session; undefined when there is no such limit. Readable for all users.
 */
export function readLimitTag(pid: number): string | undefined {
  return SOFT_LIMIT.exec(readProc(`/proc/${pid}/limits`)?.toString('latin1') ?? '')?.[1];
}
