import { Refusal, type GrantLimits } from '@outturn/contracts'

/** Caps on new grants, in cents. */
export type GrantCaps = {
  readonly spoolCents: bigint
  readonly accountCents: bigint
  readonly deploymentCents: bigint
}

/** What is granted and not spent, without the Spool in question. */
export type OpenGrants = { readonly accountCents: bigint; readonly deploymentCents: bigint }

/** The caps that count: those that an operator set, else those of the settings. */
export function capsOf(limits: GrantLimits, settings: GrantCaps): GrantCaps {
  const chosen = (set: number | null, otherwise: bigint) => (set === null ? otherwise : BigInt(set))
  return {
    spoolCents: chosen(limits.spoolCapCents, settings.spoolCents),
    accountCents: chosen(limits.accountCapCents, settings.accountCents),
    deploymentCents: chosen(limits.deploymentCapCents, settings.deploymentCents),
  }
}

export function assertNotPaused({ isPaused }: Pick<GrantLimits, 'isPaused'>): void {
  if (isPaused) {
    throw new Refusal('grants_paused', 'This deployment takes no new settlement grants now.', {
      retryAfterSeconds: 60,
    })
  }
}

/** Refuses a grant that would be above a cap, alone or with those that are open. */
export function assertWithinCaps(cents: bigint, open: OpenGrants, caps: GrantCaps): void {
  const over = (
    [
      ['grant_cap_spool', cents, caps.spoolCents, 'The grant'],
      ['grant_cap_account', open.accountCents + cents, caps.accountCents, 'Open grants of the account'],
      ['grant_cap_deployment', open.deploymentCents + cents, caps.deploymentCents, 'Open grants'],
    ] as const
  ).find(([, sum, cap]) => sum > cap)
  if (over === undefined) return
  const [reason, sum, cap, what] = over
  // What others have granted is not told.
  const figures = reason === 'grant_cap_deployment' ? '' : ` of ${sum} cents, and the cap is ${cap}`
  throw new Refusal('grant_cap_exceeded', `${what} would be above a cap${figures}.`, {
    reason,
    remediation:
      reason === 'grant_cap_spool'
        ? 'Agree on smaller Spools, or settle with settlement_mode direct_eip3009.'
        : 'Wait until open grants are settled, or settle with settlement_mode direct_eip3009.',
  })
}
