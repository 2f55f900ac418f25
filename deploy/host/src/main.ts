import { runServices } from '@outturn/service'
import { hostedServices, servicesSetting } from './hosted-services.ts'

await runServices(() => hostedServices(process.env[servicesSetting]), [servicesSetting])
