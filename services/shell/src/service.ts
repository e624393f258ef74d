import { defineService } from '@cusp/service-kit';
import { ShellState } from './state.ts';
import { bash } from './tools/bash.ts';

/** What the shell service offers; the order is the order of tools/list. */
export const shell = defineService<ShellState>({
  name: 'shell',
  needs: ['workspace'],
  losesOnExit: 'background commands',
  bind: async (context) => new ShellState(context),
  unbind: (state) => state.commands.endAll(),
  tools: [bash],
});
