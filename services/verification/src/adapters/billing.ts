import { chargeCompile, keyOfAccount } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'

/** Charges a compile for an account, on behalf of the command that asks for it; refuses as billing does. */
export type ChargeCompile = (
  compile: { readonly compileId: string; readonly accountId: string },
  context: CommandContext,
) => Promise<void>

/** Has the billing service charge compiles, each once however often it is asked. */
export function createCompileCharger(bus: Bus): ChargeCompile {
  return async (compile, { commandId, principal, requestId, deadline }) => {
    const keyId = keyOfAccount(principal, compile.accountId)
    await bus.request(
      chargeCompile,
      { ...compile, keyId },
      {
        commandId: `charge:${commandId}`,
        principal,
        requestId,
        deadline,
      },
    )
  }
}
