import type { Environment } from '@outturn/vocabulary'
import {
  allCommands,
  checkWork,
  type Command,
  type ServiceName,
  serviceNames,
  storeConflict,
  type WorkFailure,
  verificationServices,
} from '@outturn/contracts'
import { type CommandContext, on, type ServedCommand } from '@outturn/messaging'
import type { OpenGateway } from './open-gateway.ts'

/** A command that the gateway sent. */
export type Sent = {
  readonly environment: Environment
  readonly name: string
  readonly input: unknown
  readonly context: CommandContext
}

/** Refuses every command the gateway may send but those in `served`, in both environments, and keeps what was sent. */
export async function refuseEverything(
  gateway: OpenGateway,
  served: readonly ServedCommand[] = [],
): Promise<Sent[]> {
  const sent: Sent[] = []
  const fromGateway = allCommands.filter(({ sentBy }) => sentBy.includes('gateway'))
  const refuse = (environment: Environment, command: Command): ServedCommand =>
    on(command, async (input, context) => {
      sent.push({ environment, name: command.name, input, context })
      throw storeConflict('a fake that refuses everything')
    })
  for (const environment of ['production', 'demo'] as const) {
    for (const service of serviceNames) {
      const owned = fromGateway.filter(({ owner }) => owner === service)
      await gateway.answerAs(
        service satisfies ServiceName,
        environment,
        owned.map(
          (command) =>
            served.find((each) => each.command.name === command.name) ?? refuse(environment, command),
        ),
      )
    }
  }
  return sent
}

/** Has every service of a verification say whether it can do its work, in the place of the services. */
export async function answerWorkChecks(
  gateway: OpenGateway,
  environment: Environment,
  failureOf: (service: ServiceName) => WorkFailure | undefined = () => undefined,
): Promise<void> {
  for (const service of verificationServices) {
    const answer = on(checkWork(service), async () => {
      const failure = failureOf(service)
      return { failing: failure === undefined ? [] : [failure] }
    })
    await gateway.answerAs(service, environment, [answer])
  }
}
