// SPDX-License-Identifier: Apache-2.0
//
// The state of a session, reached without the run-time check that a class property costs at every
// access: with a dozen fields a request those checks were a sixth of its time. What they check holds
// by construction. A session lives on one loop. While the delegate is called, a field block may be
// borrowed or a frame half written, and the calls that the delegate may make then touch neither:
// `receive`, `emit`, `abandon` and `releaseIdleMemory`, which would, refuse to run from within.

import Bytes

// Safe, all of them: `storage` is one initialised value from `init` to `deinit`.
extension HTTP2Session {
  var state: SessionState {
    @inline(__always) _read { yield unsafe storage.pointee }
    @inline(__always) _modify { yield unsafe &storage.pointee }
  }

  package var role: Role { @inline(__always) get { unsafe storage.pointee.role } }

  package var limits: HTTP2Limits {
    @inline(__always) _read { yield unsafe storage.pointee.limits }
  }

  var isGoingAway: Bool {
    @inline(__always) get { unsafe storage.pointee.isGoingAway }
    @inline(__always) set { unsafe storage.pointee.isGoingAway = newValue }
  }

  var delegate: (any HTTP2Delegate)? {
    @inline(__always) _read { yield unsafe storage.pointee.delegate }
    @inline(__always) _modify { yield unsafe &storage.pointee.delegate }
  }

  /// Fault that ended the session, once it has ended.
  package internal(set) var fault: HTTP2Fault? {
    @inline(__always) _read { yield unsafe storage.pointee.fault }
    @inline(__always) _modify { yield unsafe &storage.pointee.fault }
  }

  var hasFailed: Bool {
    @inline(__always) get { unsafe storage.pointee.hasFailed }
    @inline(__always) set { unsafe storage.pointee.hasFailed = newValue }
  }

  /// The loop's clock in whole seconds, from any start; to be set before a call.
  package var now: UInt32 {
    @inline(__always) get { unsafe storage.pointee.now }
    @inline(__always) set { unsafe storage.pointee.now = newValue }
  }

  package internal(set) var counters: HTTP2Counters {
    @inline(__always) _read { yield unsafe storage.pointee.counters }
    @inline(__always) _modify { yield unsafe &storage.pointee.counters }
  }

  var streams: StreamTable {
    @inline(__always) _read { yield unsafe storage.pointee.streams }
    @inline(__always) _modify { yield unsafe &storage.pointee.streams }
  }

  var closedStreams: ClosedStreams {
    @inline(__always) _read { yield unsafe storage.pointee.closedStreams }
    @inline(__always) _modify { yield unsafe &storage.pointee.closedStreams }
  }

  var lastPeerStream: HTTP2StreamID {
    @inline(__always) _read { yield unsafe storage.pointee.lastPeerStream }
    @inline(__always) _modify { yield unsafe &storage.pointee.lastPeerStream }
  }

  var block: HeaderBlock {
    @inline(__always) _read { yield unsafe storage.pointee.block }
    @inline(__always) _modify { yield unsafe &storage.pointee.block }
  }

  var blockIndex: Int {
    @inline(__always) _read { yield unsafe storage.pointee.blockIndex }
    @inline(__always) _modify { yield unsafe &storage.pointee.blockIndex }
  }

  var encoder: HeaderEncoder {
    @inline(__always) _read { yield unsafe storage.pointee.encoder }
    @inline(__always) _modify { yield unsafe &storage.pointee.encoder }
  }

  var output: ByteBuffer {
    @inline(__always) _read { yield unsafe storage.pointee.output }
    @inline(__always) _modify { yield unsafe &storage.pointee.output }
  }

  var outputLimit: Int {
    @inline(__always) _read { yield unsafe storage.pointee.outputLimit }
    @inline(__always) _modify { yield unsafe &storage.pointee.outputLimit }
  }

  var scanner: FrameScanner {
    @inline(__always) _read { yield unsafe storage.pointee.scanner }
    @inline(__always) _modify { yield unsafe &storage.pointee.scanner }
  }
}
