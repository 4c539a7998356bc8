// SPDX-License-Identifier: Apache-2.0
//
// The state of a session, reached without the run-time check that a class property costs at every
// access: with a dozen fields a request those checks were a sixth of its time. What they check holds
// by construction. A session lives on one loop. While the delegate is called, a field block may be
// borrowed or a frame half written, and the calls that the delegate may make then touch neither:
// `receive`, `emit`, `abandon` and `releaseIdleMemory`, which would, refuse to run from within.

import Bytes

// Safe, all of them: `state` is one initialised value from `init` to `deinit`.
extension HTTP2Session {
  var delegate: (any HTTP2Delegate)? {
    @inline(__always) _read { yield unsafe state.pointee.delegate }
    @inline(__always) _modify { yield unsafe &state.pointee.delegate }
  }

  /// Fault that ended the session, once it has ended.
  package internal(set) var fault: HTTP2Fault? {
    @inline(__always) _read { yield unsafe state.pointee.fault }
    @inline(__always) _modify { yield unsafe &state.pointee.fault }
  }

  var hasFailed: Bool {
    @inline(__always) get { unsafe state.pointee.hasFailed }
    @inline(__always) set { unsafe state.pointee.hasFailed = newValue }
  }

  /// The loop's clock in whole seconds, from any start; to be set before a call.
  package var now: UInt32 {
    @inline(__always) get { unsafe state.pointee.now }
    @inline(__always) set { unsafe state.pointee.now = newValue }
  }

  package internal(set) var counters: HTTP2Counters {
    @inline(__always) _read { yield unsafe state.pointee.counters }
    @inline(__always) _modify { yield unsafe &state.pointee.counters }
  }

  var budgets: Budgets {
    @inline(__always) _read { yield unsafe state.pointee.budgets }
    @inline(__always) _modify { yield unsafe &state.pointee.budgets }
  }

  var streams: StreamTable {
    @inline(__always) _read { yield unsafe state.pointee.streams }
    @inline(__always) _modify { yield unsafe &state.pointee.streams }
  }

  var closedStreams: ClosedStreams {
    @inline(__always) _read { yield unsafe state.pointee.closedStreams }
    @inline(__always) _modify { yield unsafe &state.pointee.closedStreams }
  }

  var lastPeerStream: HTTP2StreamID {
    @inline(__always) _read { yield unsafe state.pointee.lastPeerStream }
    @inline(__always) _modify { yield unsafe &state.pointee.lastPeerStream }
  }

  var block: HeaderBlock {
    @inline(__always) _read { yield unsafe state.pointee.block }
    @inline(__always) _modify { yield unsafe &state.pointee.block }
  }

  var blockIndex: Int {
    @inline(__always) _read { yield unsafe state.pointee.blockIndex }
    @inline(__always) _modify { yield unsafe &state.pointee.blockIndex }
  }

  var blockBytes: Int {
    @inline(__always) _read { yield unsafe state.pointee.blockBytes }
    @inline(__always) _modify { yield unsafe &state.pointee.blockBytes }
  }

  var blockContinuations: Int {
    @inline(__always) _read { yield unsafe state.pointee.blockContinuations }
    @inline(__always) _modify { yield unsafe &state.pointee.blockContinuations }
  }

  var encoder: HeaderEncoder {
    @inline(__always) _read { yield unsafe state.pointee.encoder }
    @inline(__always) _modify { yield unsafe &state.pointee.encoder }
  }

  var output: ByteBuffer {
    @inline(__always) _read { yield unsafe state.pointee.output }
    @inline(__always) _modify { yield unsafe &state.pointee.output }
  }

  var outputLimit: Int {
    @inline(__always) _read { yield unsafe state.pointee.outputLimit }
    @inline(__always) _modify { yield unsafe &state.pointee.outputLimit }
  }

  var scanner: FrameScanner {
    @inline(__always) _read { yield unsafe state.pointee.scanner }
    @inline(__always) _modify { yield unsafe &state.pointee.scanner }
  }
}
