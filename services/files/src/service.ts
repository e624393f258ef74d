import { recoverJournals } from '@cusp/commit';
import { defineService } from '@cusp/service-kit';
import { openState } from './state.ts';
import { edit } from './tools/edit.ts';
import { glob } from './tools/glob.ts';
import { grep } from './tools/grep.ts';
import { ls } from './tools/ls.ts';
import { read } from './tools/read.ts';
import { write } from './tools/write.ts';

/** What the files service offers; the order is the order of tools/list. */
export const files = defineService({
  name: 'files',
  needs: ['workspace'],
  losesOnExit: 'what was read; read files again before editing them',
  tools: [read, write, edit, grep, glob, ls],

  async bind({ run, log }) {
    for (const report of await recoverJournals({ stateDir: run.stateDir, roots: run.roots })) {
      log.warn({ ...report }, 'ended a change that another process had left unfinished');
    }
    return openState(run.settings);
  },

  onChanges: ({ ledger }, changes, stage) => ledger.follow(changes, stage),
});
