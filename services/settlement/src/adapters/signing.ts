import { type CommandOutput, readAttestation, readKeyDocument, readLostTime } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import { parseAmount, parseKeyDocument, verifyAttestation } from '@outturn/receipt-verifier'
import type { Clock } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import type { SettlementDeps } from '../deps.ts'

const patienceMs = 5_000

function askingAbout(receiptId: string, now: Date) {
  return {
    principal: { kind: 'service', service: 'settlement' } as const,
    requestId: `attestation:${receiptId}`,
    deadline: now.getTime() + patienceMs,
  }
}

/** Asks whether money may still move by a receipt. */
export function receiptsOver(bus: Bus, clock: Clock): SettlementDeps['isReceiptActive'] {
  return async (receiptId) => {
    const { isActive } = await bus.request(
      readAttestation,
      { receiptId },
      askingAbout(receiptId, clock.now()),
    )
    return isActive
  }
}

/**
 * Reads what was earned from the signed attestation of a receipt, by the keys that this environment publishes. Its end is no reason
 * against it: it limits who may act on it alone, and here the buyer signs what is paid.
 */
export function attestationsOver(
  bus: Bus,
  environment: Environment,
  clock: Clock,
): SettlementDeps['readAttested'] {
  return async (receiptId) => {
    const now = clock.now()
    const ask = askingAbout(receiptId, now)
    const [{ attestation }, document] = await Promise.all([
      bus.request(readAttestation, { receiptId }, ask),
      bus.request(readKeyDocument, {}, ask),
    ])
    const trustSet = parseKeyDocument(document)
    const { reasons } = verifyAttestation(attestation, { trustSet, environment, now })
    const against = reasons.filter((reason) => reason !== 'expired')
    const earnedCents = parseAmount(attestation.approvedAmount, 2)
    if (against.length > 0 || earnedCents === undefined) {
      throw new Error(`the attestation of receipt ${receiptId} is not valid: ${against.join(', ')}`)
    }
    return { spoolId: attestation.spoolId, earnedCents }
  }
}

/** Asks for the time that a restore lost. */
export function lostTimeOver(
  bus: Pick<Bus, 'request'>,
): (now: Date) => Promise<CommandOutput<typeof readLostTime>> {
  const principal = { kind: 'service', service: 'settlement' } as const
  return (now) =>
    bus.request(readLostTime, {}, { principal, requestId: 'lost-time', deadline: now.getTime() + patienceMs })
}
