import { randomUUID } from 'node:crypto'
import type { Environment } from '@outturn/vocabulary'
import {
  busUserName,
  type Command,
  type CommandInput,
  type CommandOutput,
  unavailable,
} from '@outturn/contracts'
import { connectBus } from '@outturn/messaging'
import type { Access } from './access.ts'

/** Speaks to the services as the operator: no database credentials, only the commands that name it as a sender. */
export type Operator = {
  send<C extends Command>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  close(): Promise<void>
}

const waitMs = 10_000

const quiet = { error() {}, warn() {}, info() {}, debug() {} }

/** `name` is what the services record changes under. */
export async function connectOperator(
  access: Access,
  environment: Environment,
  name: string,
): Promise<Operator> {
  const bus = await connectBus({
    servers: access.natsUrl,
    user: busUserName('operator', environment),
    password: access.password,
    tls: access.tls,
    name: `operator (${environment})`,
    environment,
    service: 'operator',
    log: quiet,
  }).catch((error: unknown) => {
    throw unavailable(`The bus at ${access.natsUrl} cannot be reached: ${String(error)}`, {
      remediation: 'Start the system with `npm start`, or point NATS_URL at a running one.',
    })
  })
  return {
    send: (command, input) =>
      bus.request(command, input, {
        principal: { kind: 'operator', name },
        requestId: `operator:${randomUUID()}`,
        deadline: Date.now() + waitMs,
      }),
    close: () => bus.drain(),
  }
}
