import { spawn } from 'node:child_process';

/** A JSON-lines client as thin as can be, the same for every server, so that only the servers differ. */
export class RpcClient {
  #nextId = 1;
  #waiting = new Map();
  #rest = [];

  /** @param {string[]} command @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options] */
  constructor([command, ...args], options = {}) {
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options });
    this.child.stdout.on('data', (chunk) => this.#push(chunk));
    this.child.once('exit', (code, signal) =>
      this.#fail(`${command} ended (${signal ?? code}) before it answered`),
    );
  }

  /** A server that died must not leave the bench waiting. */
  #fail(message) {
    for (const waiting of this.#waiting.values()) waiting({ error: { message } });
    this.#waiting.clear();
  }

  #push(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#rest.push(chunk.subarray(start, end));
      this.#take(JSON.parse(Buffer.concat(this.#rest).toString()));
      this.#rest = [];
      start = end + 1;
    }
    this.#rest.push(chunk.subarray(start));
  }

  #take(message) {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    waiting(message);
  }

  /** Answers the result; an error of the server or of the tool is thrown, so that no failure is ever measured. */
  async request(method, params = {}) {
    const id = this.#nextId++;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { result, error } = await answer;
    if (error || result.isError)
      throw new Error(`${method} failed: ${JSON.stringify(error ?? result).slice(0, 500)}`);
    return result;
  }

  async initialize() {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '0' },
    });
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  call(name, input) {
    return this.request('tools/call', { name, arguments: input });
  }

  async close() {
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(timer);
  }
}
