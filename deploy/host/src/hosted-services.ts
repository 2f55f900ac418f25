import type { BusUser } from '@outturn/contracts'
import { ConfigError, programOf, type ServiceProgram } from '@outturn/service'

/** Names the services that a process hosts, comma-separated. */
export const servicesSetting = 'OUTTURN_SERVICES'

/** What is not hosted is not loaded. */
const programs: Partial<Record<BusUser, () => Promise<ServiceProgram>>> = {
  gateway: async () => programOf((await import('@outturn/gateway')).gatewayService),
  spool: async () => programOf((await import('@outturn/spool')).spoolService),
  verification: async () => programOf((await import('@outturn/verification')).verificationService),
  signing: async () => programOf((await import('@outturn/signing')).signingService),
  billing: async () => programOf((await import('@outturn/billing')).billingService),
  settlement: async () => programOf((await import('@outturn/settlement')).settlementService),
  'document-audit': async () => programOf((await import('@outturn/document-audit')).documentAuditService),
  fetcher: async () => programOf((await import('@outturn/verification/fetcher')).fetcherService),
}

/** The services that a list names; throws `ConfigError` where it is empty, repeats a service or names another thing. */
export async function hostedServices(list: string | undefined): Promise<ServiceProgram[]> {
  const names = (list ?? '').split(',').map((name) => name.trim())
  const problems = names.flatMap((name, index) => {
    if (loadOf(name) === undefined) {
      return [`${servicesSetting} has '${name}'; there are ${Object.keys(programs).join(', ')}`]
    }
    return names.indexOf(name) < index ? [`${servicesSetting} names ${name} twice`] : []
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return Promise.all(names.flatMap((name) => loadOf(name)?.() ?? []))
}

function loadOf(name: string): (() => Promise<ServiceProgram>) | undefined {
  return Object.hasOwn(programs, name) ? programs[name as BusUser] : undefined
}
