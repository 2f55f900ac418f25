{{/* Annotations of what must be there before the rollout; takes the weight. An object of an earlier run is replaced. */}}
{{- define "outturn.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation
{{- end }}

{{/* Whether a process is part of the release; takes a dict of root, name and process. */}}
{{- define "outturn.isUsed" -}}
{{- if eq .name "operator" -}}
{{- if .root.Values.operator.enabled }}true{{ end -}}
{{- else if eq .name "prepare" -}}
{{- if .root.Values.migrations.enabled }}true{{ end -}}
{{- else if eq (.process.signingKeys | default "") "write" -}}
{{- if .root.Values.signingKeys.existingClaim }}true{{ end -}}
{{- else -}}
true
{{- end -}}
{{- end }}
