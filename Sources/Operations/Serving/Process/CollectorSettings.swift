// SPDX-License-Identifier: Apache-2.0

package import Message

/// The collector of the command's options.
package struct CollectorSettings: Sendable {
  package let target: OTLPTarget
  package let format: OTLPFormat
  package let signals: Set<OTLPSignal>
  package let headers: [OTLPHeader]

  package init(
    target: OTLPTarget,
    format: OTLPFormat,
    signals: Set<OTLPSignal>,
    headers: [OTLPHeader]
  ) {
    (self.target, self.format, self.signals, self.headers) = (target, format, signals, headers)
  }
}
