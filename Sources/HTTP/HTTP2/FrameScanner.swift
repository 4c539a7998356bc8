// SPDX-License-Identifier: Apache-2.0

/// Finds the starts of frames in received bytes, however they are split.
///
/// The library drops DATA on a stream that it has forgotten, and PRIORITY frames, without reporting
/// them, so they must be found before it reads them.
struct FrameScanner {
  struct Head {
    var type: FrameType
    var stream: HTTP2StreamID
    /// The stream that a PRIORITY frame names.
    var dependency: HTTP2StreamID?
    /// Where the frame begins; zero when its first bytes came earlier.
    var start: Int
  }

  private static let headSize = 9
  /// The head and the first field of a PRIORITY frame.
  private static let prioritySize = 13

  /// Bytes until the next frame: at first the client's preface.
  private var skip: Int
  private var partial: InlineArray<13, UInt8> = .init(repeating: 0)
  private var partialCount = 0

  init(_ role: HTTP2Session.Role) { skip = role == .server ? 24 : 0 }

  /// The next frame that begins at or behind `position`, which moves past its head.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Head? {
    while position < bytes.count {
      if skip > 0 {
        let count = min(skip, bytes.count - position)
        skip -= count
        position += count
      } else if partialCount == 0 && bytes.count - position >= FrameScanner.prioritySize {
        let start = position
        let head = bytes.extracting(start..<(start + FrameScanner.prioritySize))
        position += FrameScanner.size(of: head)
        return begin(head, start: start)
      } else {
        partial[partialCount] = bytes[position]
        partialCount += 1
        position += 1
        let head = partial
        guard partialCount >= FrameScanner.headSize,
          partialCount == FrameScanner.size(of: head.span)
        else { continue }
        let start = max(position - partialCount, 0)
        partialCount = 0
        return begin(head.span, start: start)
      }
    }
    return nil
  }

  /// Number of bytes of a frame that are looked at.
  private static func size(of head: Span<UInt8>) -> Int {
    head[3] == FrameType.priority.rawValue && length(of: head) == 5 ? prioritySize : headSize
  }

  private static func length(of head: Span<UInt8>) -> Int {
    Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
  }

  private mutating func begin(_ head: Span<UInt8>, start: Int) -> Head {
    let size = FrameScanner.size(of: head)
    skip = FrameScanner.length(of: head) - (size - FrameScanner.headSize)
    return Head(
      type: FrameType(rawValue: head[3]) ?? .other,
      stream: HTTP2StreamID(bytes: head, at: 5),
      dependency: size == FrameScanner.prioritySize ? HTTP2StreamID(bytes: head, at: 9) : nil,
      start: start
    )
  }
}

extension HTTP2StreamID {
  /// The number in four bytes, without the reserved bit.
  fileprivate init(bytes: Span<UInt8>, at start: Int) {
    let high = Int32(bytes[start] & 0x7F) << 24 | Int32(bytes[start + 1]) << 16
    self.init(high | Int32(bytes[start + 2]) << 8 | Int32(bytes[start + 3]))
  }
}
