import { ownLineage } from '../processes/ancestry.ts';
import { listProcesses } from '../processes/list-processes.ts';
import { isSameProcess, type ProcessEntry, type ProcessIdentity } from '../processes/process-entry.ts';
import { HAS_PROC, processStartTime } from '../processes/start-time.ts';

interface TargetsOptions {
  /** What is to end whatever its relations: by a tag. */
  isSeed: (entry: ProcessEntry) => boolean;
  /** What was started with `detached`, dead or alive: it leads its own session and group. */
  leader?: ProcessIdentity;
  /** What must live on. */
  except?: Iterable<number>;
  /** How to look at the process table; at all of it when omitted. */
  look?: () => Promise<ProcessEntry[]>;
}

/** What one look at the process table found. */
export interface Sighting {
  targets: ProcessEntry[];
  /** Who else there is, so that a group is signalled as a whole only when it is ours as a whole. */
  others: ProcessEntry[];
}

/**
 * The processes that one termination is about, looked up anew at each `find`: seeds, their descendants, and all
 * members of sessions and groups that one of them leads. What was once found stays a target after its parent died.
 * This process, its ancestors and `except` never are.
 */
export class Targets {
  readonly #isSeed: (entry: ProcessEntry) => boolean;
  readonly #except: Set<number>;
  readonly #look: () => Promise<ProcessEntry[]>;
  readonly #found = new Map<number, ProcessEntry>();
  readonly #refused = new Map<number, ProcessEntry>();

  constructor({ isSeed, leader, except = [], look = listProcesses }: TargetsOptions) {
    this.#look = look;
    this.#isSeed = isSeed;
    this.#except = new Set(except);
    if (leader) this.#found.set(leader.pid, { ...leader, parent: 0, group: leader.pid, session: leader.pid });
  }

  /** Looks at the process table. */
  async find(): Promise<Sighting> {
    const all = (await this.#look()).filter((entry) => !this.#wasRefused(entry));
    const spared = ownLineage(all);
    for (const pid of this.#except) spared.add(pid);
    const mine = this.#grow(all, spared);
    return { targets: [...mine.values()], others: all.filter((entry) => !mine.has(entry.pid)) };
  }

  /** A cheap look: true when one of those found so far still runs; where `ps` has to do, there is none. */
  get someRun(): boolean {
    if (!HAS_PROC) return false;
    const runs = (entry: ProcessEntry) => processStartTime(entry.pid) === entry.startTime;
    return [...this.#found.values()].some((entry) => !this.#wasRefused(entry) && runs(entry));
  }

  /** Leaves out a process that the system does not let us signal. */
  refuse(entry: ProcessEntry): void {
    this.#refused.set(entry.pid, entry);
  }

  /** How many were found so far, a given leader included. */
  get count(): number {
    return this.#found.size;
  }

  get refused(): ProcessEntry[] {
    return [...this.#refused.values()];
  }

  #wasRefused(entry: ProcessEntry): boolean {
    const refused = this.#refused.get(entry.pid);
    return refused !== undefined && isSameProcess(refused, entry);
  }

  #grow(all: ProcessEntry[], spared: Set<number>): Map<number, ProcessEntry> {
    const alive = new Map(all.map((entry) => [entry.pid, entry]));
    const mine = new Map<number, ProcessEntry>();
    let before = -1;
    while (mine.size > before) {
      before = mine.size;
      for (const entry of all) {
        if (mine.has(entry.pid) || spared.has(entry.pid) || !this.#belongs(entry, mine, alive)) continue;
        mine.set(entry.pid, entry);
        this.#found.set(entry.pid, entry);
      }
    }
    return mine;
  }

  #belongs(entry: ProcessEntry, mine: Map<number, ProcessEntry>, alive: Map<number, ProcessEntry>): boolean {
    const known = this.#found.get(entry.pid);
    if (known && isSameProcess(known, entry)) return true;
    if (this.#isSeed(entry) || mine.has(entry.parent)) return true;
    return (
      this.#leader(entry.session, alive)?.session === entry.session ||
      this.#leader(entry.group, alive)?.group === entry.group
    );
  }

  // A group or session is ours only if we saw its leader, and its number does not meanwhile name another process.
  #leader(pid: number, alive: Map<number, ProcessEntry>): ProcessEntry | undefined {
    const leader = this.#found.get(pid);
    const current = alive.get(pid);
    return leader && current && !isSameProcess(leader, current) ? undefined : leader;
  }
}
