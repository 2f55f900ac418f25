{{/* The model of the deployment, which files/processes.yaml is rendered from. */}}
{{- define "outturn.model" -}}
{{ .Files.Get "files/processes.yaml" }}
{{- end }}

{{/* Name of the objects; with that of a process it stays below 63 characters. */}}
{{- define "outturn.fullname" -}}
{{- if .Values.nameOverride -}}
{{ .Values.nameOverride }}
{{- else if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* Name of the objects of a process; takes a dict of root and name. */}}
{{- define "outturn.processName" -}}
{{ include "outturn.fullname" .root }}-{{ .name }}
{{- end }}

{{- define "outturn.releaseLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "outturn.selectorLabels" -}}
{{ include "outturn.releaseLabels" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "outturn.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{ include "outturn.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* Image of a process; takes a dict of root and own (its values). */}}
{{- define "outturn.image" -}}
{{- $image := .root.Values.image -}}
{{- $tag := .own.tag | default "" -}}
{{- if and $image.digest (not $tag) -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $tag | default $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* Name of the Secret of a process. */}}
{{- define "outturn.secretName" -}}
{{- $named := get .root.Values.secrets.names .name -}}
{{ $named | default (printf "%s-%s" (include "outturn.secretPrefix" .root) .name) }}
{{- end }}

{{- define "outturn.secretPrefix" -}}
{{ .Values.secrets.prefix | default (include "outturn.fullname" .) }}
{{- end }}

{{/* Values of a service, and of the process that has a group of its own; empty for others. */}}
{{- define "outturn.valuesOf" -}}
{{- $own := get .root.Values.services .name | default (get .root.Values .name) -}}
{{- if eq .name "prepare" }}{{ $own = .root.Values.migrations }}{{ end -}}
{{ $own | default dict | toYaml }}
{{- end }}
