import { commonConfig, defineConfig } from '@outturn/service'

export const documentAuditConfig = defineConfig(commonConfig)
