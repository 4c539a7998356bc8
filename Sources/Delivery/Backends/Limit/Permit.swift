// SPDX-License-Identifier: Apache-2.0

/// One place under a backend's limit.
///
/// It cannot be lost or given back twice: it is never copied, and who lets it go, in whatever way and
/// on whatever thread, gives it back.
struct Permit: ~Copyable {
  private let gate: AdmissionGate
  private var sample = ConcurrencyLimit.Sample.nothing

  /// Only a gate makes permits, one for each call that its limit has let through.
  init(of gate: AdmissionGate) { self.gate = gate }

  deinit { gate.takeBack(sample) }

  /// Gives the place back and says what the call has told of the backend's load.
  consuming func end(_ sample: ConcurrencyLimit.Sample) { self.sample = sample }
}
