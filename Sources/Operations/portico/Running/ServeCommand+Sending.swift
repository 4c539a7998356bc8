// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Message
import Reactor
import Serving

/// The options for what is sent to other hosts.
extension ServeCommand {
  static let sendingOptions = [
    OptionDefinition(
      name: "otlp",
      value: "URL",
      summary:
        "Send traces, logs and metrics by OTLP/HTTP to the collector at this address, such as"
        + " http://localhost:4318; with the fields of OTEL_EXPORTER_OTLP_HEADERS"
    ),
    OptionDefinition(
      name: "otlp-format",
      value: "FORMAT",
      summary: "Send it protobuf or json",
      fallback: "protobuf"
    ),
    OptionDefinition(
      name: "otlp-signal",
      value: "SIGNAL",
      summary: "Send it only traces, logs or metrics",
      fallback: "all three",
      repeats: true
    ),
    OptionDefinition(
      name: "send-share",
      value: "PERCENT",
      summary: "Send this percentage of the requests that succeeded to other hosts; those that"
        + " failed, were degraded or slow are all sent",
      fallback: "100"
    ),
  ]

  static func otlp(_ arguments: Arguments) throws(UsageError) -> CollectorSettings? {
    guard let text = arguments.value("otlp") else {
      for option in ["otlp-format", "otlp-signal"] where arguments.has(option) {
        throw UsageError("--\(option) is for --otlp, which is not given", definition)
      }
      return nil
    }
    let target: OTLPTarget
    do throws(PlainError) {
      target = try OTLPTarget(text)
    } catch {
      throw UsageError("--otlp: \(error)", definition)
    }
    let name = arguments.value("otlp-format") ?? OTLPFormat.protobuf.rawValue
    guard let format = OTLPFormat(rawValue: name) else {
      throw UsageError("--otlp-format is \(name), expected protobuf or json", definition)
    }
    var signals: Set<OTLPSignal> = []
    for name in arguments.all("otlp-signal") {
      guard let signal = OTLPSignal(rawValue: name) else {
        throw UsageError("--otlp-signal is \(name), expected traces, logs or metrics", definition)
      }
      signals.insert(signal)
    }
    let headers: [OTLPHeader]
    do throws(PlainError) {
      headers = try OTLPHeader.list(ProcessEnvironment.all[OTLPHeader.variable] ?? "")
    } catch {
      throw UsageError("\(error)", definition)
    }
    return CollectorSettings(
      target: target,
      format: format,
      signals: signals.isEmpty ? Set(OTLPSignal.allCases) : signals,
      headers: headers
    )
  }
}
