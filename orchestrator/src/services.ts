/** The service processes, in the order of every tool list. Adding a service is one line here. */
export const SERVICES = ['files', 'shell'] as const;
