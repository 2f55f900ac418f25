import type { ServerName } from './settings.ts'
import type { Configurations } from './configurations.ts'

/** A setting that gives a server an address outside of the deployment: while it is set, the server needs a way out to these ports. */
export interface OutwardSetting {
  readonly setting: string
  readonly ports: readonly number[]
}

const https = [443]
const mail = [25, 465, 587]

const settings: {
  readonly [N in ServerName]?: Readonly<
    Partial<Record<keyof Configurations[N]['shape'] & string, readonly number[]>>
  >
} = {
  gateway: { SMTP_URL: mail },
  spool: { SMTP_URL: mail },
  verification: { OUTTURN_JUDGE_URL: https, OUTTURN_POLICY_MODEL_URL: https },
  signing: { OUTTURN_REMOTE_SIGNER_URL: https },
  billing: {
    OUTTURN_STRIPE_SECRET_KEY: https,
    OUTTURN_X402_FACILITATOR_URL: https,
    OUTTURN_X402_RPC_URL: https,
  },
  settlement: { OUTTURN_SETTLEMENT_RPC_URL: https, OUTTURN_SETTLEMENT_STRIPE_SECRET_KEY: https },
}

export function outwardSettingsOf(server: ServerName): readonly OutwardSetting[] {
  return Object.entries(settings[server] ?? {}).map(([setting, ports]) => ({ setting, ports }))
}
