// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// Number and date formats of locales that differ from their parents.
enum FormatTable {
  /// Locales, each with all its texts.
  static let locales = """
    und: 0 1 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k 0 0 1 1 1 2 3 4 af: 1 b 1 b 2 3 4 5 6 7 8 9 l
    b m n o f g p q r k 5 6 7 8 7 9 a 4 am: 0 1 0 1 2 3 4 5 6 7 8 9 l b s t u v w x y z 10 b c d e d
    f g 4 ar: 0 1 0 1 11 12 13 5 6 7 8 9 14 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 as: 0 1 0 1
    2 3 4 5 1e 7 1f 1g 1h b 1i 1j 1k 1l 1m 1n 1o 1p 1q m n o p o 2 q 4 az: 1 0 1 0 2 3 4 5 6 7 8 9
    1r b 1s t u 1t g 1u 1v 1w 1x r s t u t 2 v 4 az-Cyrl: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 1s t u 1t g
    1y 1z 20 21 w x y z y 10 11 4 be: 1 b 1 b 2 3 4 5 6 22 8 23 1r b 24 25 26 27 g 28 29 2a 2b 12 13
    14 15 14 2 16 4 bg: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 24 25 2c 2d 2e 2f 2g 2h 2i 17 18 19 1a 19 2 1b
    4 bn: 0 1 0 1 2 3 4 5 6 7 1f 1g 2j b 1i 1j 2k 2l w 2m 2n 2o 2p 1c 1d 1e 1f 1e 2 1g 4 bs: 1 0 1 0
    2 3 4 5 6 7 8 9 1r b 2q 2r 2s 2t g 2u 2v 2w 2x 1h 1i 1j 1k 1j 1l 1m 4 bs-Cyrl: 1 0 1 0 2 3 4 5 6
    7 8 9 1r b 2y 2z 30 31 g 32 33 34 35 1n 1o 1p 1q 1p 1r 1s 4 ca: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 36
    37 u 2l 2e 38 39 3a 3b 1t 1u 1v 1w 1v 1x 1y 4 chr: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d 3e 3f w 3g
    3h 3i 3j 1z 20 21 22 21 23 24 4 cs: 1 b 1 b 2 3 4 5 6 7 8 23 1r b 3k 3l 3m 3n 2e 3o 3p 3q 3r 25
    26 27 28 27 29 2a 4 cv: 1 b 1 b 2 3 4 5 6 7 8 23 1r b 3s 3t 3u 3n g 3v 3w 3x 3y 2b 2c 2d 2e 2d 2
    2f 4 cy: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u 40 g 41 42 1w 43 2g 2h 2i 2j 2i 2k 2l 4 da: 1 0 1 0
    2 3 4 5 6 7 8 23 1r b 44 3l 45 3n 46 47 48 49 4a 2m 2n 2o 2p 2o 2 2q 4 de: 1 0 1 0 2 3 4 5 6 7 8
    23 1r b 4b 3l 3n 1t g 4c 4d 3y 1x 2r 2s 2t 2u 2t 2 2v 4 dsb: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 4b 3l
    4e 4f 2e 4g 4h 4i 4j 2w 2x 2y 2z 2y 30 31 4 el: 1 0 1 0 2 3 4 4k 6 7 8 9 1r b s t u 2l 4l 4m 4n
    4o 4p 32 33 34 35 34 36 37 4 en: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d 3e 3f 4l 4q 4r 4s 4t 38 39 3a
    1 3a 2 24 4 es: 1 0 1 0 2 3 4 5 6 22 8 23 1r b 4u 4v u 2l 2e 4w 4x 3a 4y 3b 3c 3d 3e 3d 3f 3g 4
    et: 1 b 1 b 4z 3 4 50 6 22 8 9 1r b 4b 3l 45 1t g 51 52 53 1x 3h 3i 3j 3k 3j 2 3l 4 eu: 1 0 1 0
    4z 3 4 5 6 7 8 54 1r b 55 56 57 58 g 59 5a 5b 5c 3m 3n 3o 3p 3o 2 3q 4 fa: 5d 5e 5d 5e 5f 12 5g
    5h 5i 7 8 9 5j b s t u 5k 2e 5l 5m 5n 5o 3r 3s 3t 3t 3t 3u 3v 4 fi: 1 b 1 b 4z 3 4 5 6 7 8 23 1r
    b 5p 3l 4e 4e 5q 5r 5s 5t 5t 3w 3x 3y 3z 40 41 42 4 fil: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d 3e 3f
    4l 5u 5v 5w 4t 43 44 45 46 45 2 24 4 fr: 1 5x 1 5x 2 3 4 5 6 7 8 23 1r b s t u v g 5y 5z 60 61
    47 48 49 4a 49 2 4b 4 ga: 0 1 0 1 2 3 4 5 6 7 8 9 l b s t u v g 62 63 1w 64 4c 4d 4e 4f 4e 4g 24
    4 gd: 0 1 0 1 2 3 4 5 6 7 8 9 l b 65 66 67 v g 68 69 6a 64 4h 4i 4j 4k 4j 4l 24 4 gl: 1 0 1 0 2
    3 4 5 6 7 8 23 1r b 4u 4v 6b 40 g 6c 6d 6e 43 4m 4n 4o 4p 4o 4q 4r 4 gu: 0 1 0 1 2 3 4 5 6 7 1f
    1g 6f b 1i 1j 2k 2l 6g 6h 6i 6j 6k 4s 4t 4u 4v 4u 2 4w 4 ha: 0 1 0 1 2 3 4 5 6 7 8 9 a b 6l 1j
    2k 2l g 6m 6n 6o 6p 4x 4y 4z 50 4z 51 52 4 he: 0 1 0 1 11 12 4 5 6 7 8 9 6q b 6r 6s 6t 4e 2e 6u
    6v 6w 6x 53 54 55 56 55 57 58 4 hi: 0 1 0 1 2 3 4 5 6 7 1f 1g 6f b 3z t u 2l 6y 6z 70 71 72 59
    5a 5b 5c 5b 5d 5e 4 hr: 1 0 1 0 4z 3 4 5 6 7 8 23 1r b 2q 2r 30 30 g 2u 2v 34 34 5f 5g 1j 1k 1j
    2 5h 4 hsb: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 4b 3l 4e 4f 73 74 75 76 77 5i 5j 5k 5l 5k 5m 5n 4 hu:
    1 b 1 b 2 3 4 5 6 22 8 9 1r b 78 79 7a 7b 2e 7c 7d 7e 7f 5o 5p 5q 5r 5q 5s 5t 4 hy: 1 b 1 b 2 3
    4 5 6 7 8 9 1r b 7g 7h 7i 1t g 7j 7k 7l 1x 5u 5v 5w 5x 5w 2 5y 4 id: 1 0 1 0 2 3 4 5 6 7 8 9 l b
    7m t u 40 46 7n 7o 7p 7q 5z 60 61 62 61 2 63 4 ig: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u 2l g 7r 7s
    1w 6p 64 65 66 67 66 68 24 4 is: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 4b 3l 45 4e g 7t 7u 53 7v 69 6a 6b
    6c 6b 6d 2q 4 it: 1 0 1 0 2 3 4 5 6 22 8 9 1r b s t u 40 g 7w 7x 1w 43 6e 6f 6g 6h 6g 2 4r 4 ja:
    0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 80 80 2e 81 82 83 83 6i 6i 6j 6k 6j 6l 6m 4 jv: 1 0 1 0 2 3 4
    5 6 7 8 9 a b 3z t u 1k g 84 85 1w 86 5z 6n 6o 6p 6o 6q 63 4 ka: 1 b 1 b 2 3 4 5 6 22 8 9 1r b
    87 1j 88 1t g 89 8a 8b 1x 6r 6s 6t 6u 6t 2 6v 4 kk: 1 b 1 b 2 3 4 5 6 7 8 9 1r b 8c 8d 8e 1t g
    8f 8g 8h 1x 6w 6x 6y 6z 6y 2 70 4 km: 0 1 0 1 2 3 4 5 6 7 8 9 8i b s t u 2l w 8j 8k 8l 2p 71 71
    72 73 74 2 75 4 kn: 0 1 0 1 2 3 4 5 6 7 1f 9 6f b 3c 3d 3e 2l 6g 8m 8n 8o 8p 76 77 78 79 78 2 7a
    4 ko: 0 1 0 1 2 3 4 5 6 7 8 9 l b 8q 8r 8s 8s 6y 8t 8u 8v 8v 7b 7b 7c 7d 7c 7e 24 4 kok: 0 1 0 1
    2 3 4 5 6 7 8 9 a b s t 8w 8x w 8y 8z 90 91 7f 7f 7g 7g 7g 7h 7i 4 kok-Latn: 0 1 0 1 2 3 4 5 6 7
    1f 9 6f b 1i 1j 2k 8x 92 93 94 95 96 7j 7k 7l 7m 7l 7n 24 4 ky: 1 b 1 b 2 3 4 5 6 7 8 9 1r b 97
    98 99 2l g 9a 9b 9c 9d 7o 7p 7q 7r 7q 7s 70 4 lo: 1 0 1 0 2 3 4 5 6 7 8 9 9e b 3z t u 9f 2e 9g
    9h 3a 9i 7t 7u 7v 7w 7v 7x 7y 4 lt: 1 b 1 b 4z 3 4 50 6 7 8 23 1r b 9j 9k f f g 9l 9m k k 7z 80
    81 82 81 83 84 4 lv: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 9n 9o 9p 1t g 9q 9r 9s 21 85 86 87 88 89 8a
    8b 4 mk: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 24 25 9t 4f g 9u 9v 9w 9x 8c 8d 8e 8f 8e 8g 1s 4 ml: 0 1
    0 1 2 3 4 5 6 7 1f 9 6f b 9y 9z a0 2l w a1 a2 a3 a4 8h 8i 8j 8k 8l 2 8m 4 mn: 0 1 0 1 2 3 4 5 6
    7 8 9 a b a5 a6 a7 a8 g a9 aa ab ac 8n 8o 8p 8q 8r 8s 8t 4 mr: 0 1 0 1 2 3 4 5 6 7 1f 9 6f b 1i
    1j 2k 2l w ad ae 2o 2p 8u 8v 8w 8x 8w 2 8y 4 ms: 0 1 0 1 2 3 4 5 6 7 8 9 l af 3z t u ag 4l ah ai
    4o aj 8z 90 91 92 91 93 94 4 ms-Arab: 0 1 0 1 2 3 4 5 6 7 8 9 l b ak t v ag w al y 10 am 95 95
    96 96 96 2 3 4 my: 0 1 0 1 2 3 4 5 an 7 8 9 1r b ao d e 2l 2e ap aq ar 3b 97 98 99 99 99 9a 9b 4
    ne: 0 1 0 1 2 3 4 5 as 7 1f 1g 1h b c d e 58 g at au av aw 9c 9c 9d 9e 9d 9f 9g 4 nl: 1 0 1 0 2
    3 4 5 6 7 8 9 ax b s t u 1k g ay az 1w 86 9h 9i 9j 9k 9j 2 9l 4 no: 1 b 1 b 4z 3 4 5 6 7 8 23 1r
    b 3k 3l 45 3n g b0 7u 53 3y 9m 9n 2o 9o 2o 9p 2q 4 or: 0 1 0 1 2 3 4 5 6 7 1f 9 6f b 3c 3d 3e 3f
    w b1 b2 3i 3j 9q 9q 9r 9s 9r 2 24 4 pa: 0 1 0 1 2 3 4 5 6 7 1f 1g 6f b 3z t u 2l w b3 y 8l 2p 9t
    9u 9v 9w 9v 2 9x 4 pa-Arab: 5d 5e 5d 5e b4 b5 5g 5h 5i 7 8 9 a b 7m t u v w b6 y z 10 9y 9y 9z
    9z 9z 2 a0 4 pcm: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g b7 b8 20 61 a1 a2 a3 a4 a3 a5 a6 4 pl:
    1 b 1 b 2 3 4 5 6 22 8 9 1r b 3z t u b9 g ba bb bc bd a7 a8 a9 aa a9 2 ab 4 ps: 5d 5e 5d 5e b4
    b5 5g 5h 5i 7 8 9 a b be d e 5k 2e bf aq ar bg ac ac ad ad ad ae 3v 4 pt: 1 0 1 0 2 3 4 5 6 7 8
    9 a b 4u 4v 6b v g bh bi 6e 64 af ag ah ai ah 2 4r 4 ro: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 3z t u 3n
    g bj bk 1w 3y aj ak al am al 4q an 4 ru: 1 b 1 b 2 3 4 5 6 7 8 23 1r b 24 25 26 3n g bl bm 2a 3y
    ao ap aq ar aq 2 as 4 sc: 1 0 1 0 2 3 4 5 6 7 8 9 1r b bn bo bp v g bq br bs 64 at au av aw av 2
    ax 4 sd: 0 5e 0 5e bt bu bv bw bx 7 8 9 1r b 3c d e f w by bz c0 c1 ay ay az az az b0 b1 4
    sd-Deva: 0 1 0 1 2 3 4 5 6 7 8 9 a b 3c 3d 3e 3f w by c2 c3 c4 b2 b3 b4 b5 b6 b7 b8 4 si: 0 1 0
    1 2 3 4 5 6 7 8 9 l b c d e f 46 c5 c6 c7 c8 b9 ba bb bc bb bd be 4 sk: 1 b 1 b 2 3 4 4k 6 7 8
    23 1r b 4b 3l 3m 4e 2e c9 ca cb 4i bf bg bh bi bh 2 84 4 sl: 1 0 1 0 4z 3 4 4k 6 22 8 23 1r b 4b
    3l 45 cc g cd ce 53 cf bj bk bl bm bl bn 84 4 so: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d cg 40 4l ch
    ci cj ck bo bp bq br bq bs 24 4 sq: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 3z t u 4f 4l cl cm 4o cn bt bu
    bv bw bv bx by 4 sr: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t g co cp cq cq bz c0 c1 c2 c1 2 1s
    4 sr-Latn: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t g co cp cq cq c3 c4 c5 c6 c5 2 1m 4 sv: 1 b
    1 b 4z 3 4 50 6 7 8 23 1r b s t u f g cr 1z 20 k c7 c8 c9 ca c9 cb 2q 4 sw: 0 1 0 1 2 3 4 5 6 7
    8 9 a b 3z t u v g cs ct 1w 64 cc cd ce ce ce 2 cf 4 ta: 0 1 0 1 2 3 4 5 6 7 1f 1g 6f b 1i 1j 2k
    2l w cu cv 2o 2p cg ch ci cj ci 2 ck 4 te: 0 1 0 1 2 3 4 5 6 7 1f 9 6f b cw 1j 2k cx w cy cz d0
    d1 cl cm cn co cn 2 cp 4 th: 0 1 0 1 2 3 4 5 6 7 8 9 l b d2 d3 u 2l g d4 d5 20 9d cq cr cs ct cs
    2 cu 4 ti: 0 1 0 1 2 3 4 5 6 7 8 9 l b d6 3d 3e 3f w d7 d8 c3 c4 cv cw cx cy cx cz g 4 tk: 1 b 1
    b 2 3 4 5 6 7 8 23 1r b d9 t u 3n g da db 1w 3y d0 d1 d2 d3 d4 d5 d6 4 tr: 1 0 1 0 2 3 4 5 6 7 8
    dc l b d9 t u b9 g dd 1z 20 de d7 d8 d9 da d9 db dc 4 uk: 1 b 1 b 2 3 4 df 6 7 8 9 1r b dg dh di
    1t g dj dk dl 1x dd de df 1a df dg 1s 4 ur: 0 1 0 1 11 12 4 5 6 7 1f 9 6f b 15 16 dm 2l dn do dp
    dq dr dh di dj dj dj 2 dk 4 uz: 1 b 1 b 2 3 4 5 6 7 8 9 1r b ds dt du 40 g dv dw dx 43 dl dm dn
    do dn dp dq 4 uz-Arab: 5d 5e 5d 5e b4 b5 5g 5h 5i 7 8 9 a b c d e f g h i j k dr ds 3t dt 3t 2 3
    4 uz-Cyrl: 1 b 1 b 2 3 4 5 6 7 8 9 1r b 87 1j 2k 40 g dy dz e0 e1 du dv dw dx dw dy dz 4 vi: 1 0
    1 0 2 3 4 5 6 7 8 9 1r b e2 e3 e4 2l g e5 e6 e7 e8 e0 e1 e2 e3 e2 e4 e5 4 yo: 0 1 0 1 2 3 4 5 6
    7 8 9 l b e9 u ea 9f eb ec ed ee ef e6 e6 e7 e8 e8 e9 24 4 yue: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y
    7z 7z 5k eg eh ei ei ej 6i 6i ea ea ea eb ec 4 yue-Hans: 0 1 0 1 2 3 4 5 6 7 8 9 l b ek 7z 7z 5k
    g el em em en ed 6i ea ee ea eb ec 4 zh: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 5k g eo ep ep en
    ed 6i ea ee ea eb ef 4 zh-Hant: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 5k eq er es es et 6i 6i ea
    eg ea eb ec eh zu: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d 3e 3f g eu ev ew ex ei ej ek el ek 2 24 4
    af-NA: 1 b 1 b 2 3 4 5 6 7 8 9 l b m n o f 4l ey ez f0 f1 5 6 7 8 7 9 a 4 ar-BH: 5d 5e 5d 5e bt
    bu bv f2 bx 7 8 9 f3 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-DJ: 5d 5e 5d 5e bt bu bv f2
    bx 7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-DZ: 1 0 1 0 11 12 13 5 6 7 8 9 14 b
    15 16 17 18 19 1a 1b 1c 1d em em i j i k l 4 ar-EG: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16
    17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-ER: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16 17 18 19
    1a 1b 1c 1d h h i j i k l 4 ar-IL: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b ak t 17 18 2e f6 f7 f8
    f9 h h i j i k l 4 ar-IQ: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d en eo
    i j i k l 4 ar-JO: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f3 b 15 16 17 18 19 1a 1b 1c 1d en ep i j i
    k l 4 ar-KM: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f4 b ak t 17 18 g fa 1z fb fc h h i j i k l 4
    ar-KW: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f3 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-LB:
    5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d en ep i j i k l 4 ar-LY: 1 0 1
    0 11 12 13 5 6 7 8 9 fd b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-MA: 1 0 1 0 11 12 13 5 6
    7 8 9 14 b ak t 17 18 g fa 1z fb fc eq eq i j i k l 4 ar-MR: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5
    b 15 16 17 18 19 1a 1b 1c 1d er er i j i k l 4 ar-OM: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f3 b 15
    16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-PS: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16 17 18
    19 1a 1b 1c 1d en en i j i k l 4 ar-QA: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16 17 18 19 1a
    1b 1c 1d h h i j i k l 4 ar-SA: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16 17 18 19 1a 1b 1c 1d
    h h i j i k l 4 ar-SD: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16 17 18 19 1a 1b 1c 1d h h i j
    i k l 4 ar-SO: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4
    ar-SS: 5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f5 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-SY:
    5d 5e 5d 5e bt bu bv f2 bx 7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d en en i j i k l 4 ar-TD: 5d 5e
    5d 5e bt bu bv f2 bx 7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 ar-TN: 1 0 1 0 11 12
    13 5 6 7 8 9 fd b 15 16 17 18 19 1a 1b 1c 1d em em i j i k l 4 ar-YE: 5d 5e 5d 5e bt bu bv f2 bx
    7 8 9 f4 b 15 16 17 18 19 1a 1b 1c 1d h h i j i k l 4 bn-IN: 0 1 0 1 2 3 4 5 6 7 1f 1g 6f b 1i
    1j 2k 2l w 2m 2n 2o 2p 1c es 1e 1f 1e 2 et 4 de-AT: 1 0 1 0 2 3 4 5 6 7 8 23 a b 4b 3l 3n 1t g
    4c 4d 3y 1x eu ev 2t 2u 2t 2 2v 4 de-CH: 0 fe 0 fe 2 3 4 5 6 7 8 9 ff b 4b 3l 3n 1t g 4c 4d 3y
    1x 2r 2s 2t 2u 2t 2 2v 4 de-IT: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 4b 3l 3n 1t g 4c 4d 3y 1x eu ev 2t
    2u 2t 2 2v 4 de-LI: 0 fe 0 fe 2 3 4 5 6 7 8 9 a b 4b 3l 3n 1t g 4c 4d 3y 1x 2r 2s 2t 2u 2t 2 2v
    4 en-001: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v 4l fg fh fi fj 38 39 3a 1 3a 2 24 4 en-AE: 0 1 0
    1 2 3 4 5 6 7 8 9 l b 3z t u v 4l fg fh fi fj 38 39 3a 1 3a 2 24 4 en-AL: 1 b 1 b 2 3 4 5 6 7 8
    9 fk b 3z t u 4f 4l fg fh fi cn 38 39 3a 1 3a 2 24 4 en-AR: 1 0 1 0 2 3 4 5 6 7 8 23 a b 3z t u
    v 4l fg fh fi fj 38 39 3a 1 3a 2 24 4 en-BD: 0 1 0 1 2 3 4 5 6 7 1f 1g 2j b 1i 1j 2k 2l 4l fl fm
    fn 4p 38 39 3a 1 3a 2 24 4 en-BG: 1 b 1 b 2 3 4 5 6 7 8 9 fo b 3z t u 27 2e fp fq fr fs 38 39 3a
    1 3a 2 24 4 en-BI: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 3c 3d 3e 3f g fu fv fw fx 38 39 3a 1 3a 2 24 4
    en-BN: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u 2l 4l fg fh fi 4p 38 39 3a 1 3a 2 24 4 en-BR: 1 0 1 0
    2 3 4 5 6 7 8 9 a b 3z t u 40 g fy 1v fz 43 38 39 3a 1 3a 2 24 4 en-CA: 0 1 0 1 2 3 4 5 6 7 8 9
    l b 3c 3d 3e f 4l 4q 4r 4s g0 38 39 3a 1 3a 2 24 4 en-CL: 1 0 1 0 2 3 4 5 6 7 8 23 g1 b 3z t 1k
    cx 4l fg fh g2 g3 38 39 3a 1 3a 2 24 4 en-CN: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d 3e 5k g fu fv fw
    g4 38 39 3a 1 3a 2 24 4 en-CO: 1 0 1 0 2 3 4 5 6 7 8 23 g5 b 3z t g6 ag 4l fg fh g7 aj 38 39 3a
    1 3a 2 24 4 en-CV: 1 b g8 b 2 3 4 5 6 7 8 9 a b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4
    en-GR: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 3z t u 2l 4l fg fh fi 4p 38 39 3a 1 3a 2 24 4 en-JP: 0 1 0 1
    2 3 4 5 6 7 8 9 ft b 3c 3d 3e 80 2e g9 ga gb gc 38 39 3a 1 3a 2 24 4 en-KR: 0 1 0 1 2 3 4 5 6 7
    8 9 ft b 3c 3d 3e 3f 4l 4q 4r 4s 4t 38 39 3a 1 3a 2 24 4 en-MM: 0 1 0 1 2 3 4 5 6 7 8 9 fk b 3z
    t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-MX: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u 40 4l fg fh
    fi ck 38 39 3a 1 3a 4q 24 4 en-RU: 1 b 1 b 2 3 4 5 6 7 8 23 1r b 3z t u 3n g fy 1v fz 3y 38 39
    3a 1 3a 2 24 4 en-SA: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v 4l fg fh fi fj 38 39 3a 1 3a 2 24 4
    en-TH: 0 1 0 1 2 3 4 5 6 7 8 9 l b gd d3 u 2l g ge gf fz 6p 38 39 3a 1 3a 2 24 4 en-TR: 1 0 1 0
    2 3 4 5 6 7 8 dc l b d9 t u b9 g gg 1v fz bd 38 39 3a 1 3a 2 24 4 en-TW: 0 1 0 1 2 3 4 5 6 7 8 9
    l b 3c 3d 3e 5k 4l 4q 4r 4s gh 38 39 3a 1 3a 2 24 4 es-419: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u
    2l 4l gi gj 4o 4p 3b 3c 3d 3e 3d 4q 4r 4 es-AG: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl
    8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-BB: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c
    3d 3e 3d 4q 4r 4 es-BM: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q
    4r 4 es-BQ: 1 0 1 0 2 3 4 5 6 7 8 9 ax b 4u 4v u 2l g 6c 6d 1w 6p 3b 3c 3d 3e 3d 4q 4r 4 es-BS:
    0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-CA: 0 1 0 1 2 3 4
    5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-CW: 1 0 1 0 2 3 4 5 6 7 8 9 ax
    b 4u 4v u 2l g 6c 6d 1w 6p 3b 3c 3d 3e 3d 4q 4r 4 es-DM: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l
    w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-GD: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p
    3b 3c 3d 3e 3d 4q 4r 4 es-GQ: 1 0 1 0 2 3 4 5 6 22 8 23 ft b 4u 4v u 2l 2e 4w 4x 3a 4y 3b 3c 3d
    3e 3d 3f 3g 4 es-GY: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4
    es-HT: 1 5x 1 5x 2 3 4 5 6 7 8 9 1r b 4u 4v u 2l g 6c 6d 1w 6p 3b 3c 3d 3e 3d 4q 4r 4 es-KN: 0 1
    0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-KY: 0 1 0 1 2 3 4 5 6
    7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-LC: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u
    4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 es-PH: 1 0 1 0 2 3 4 5 6 22 8 23 1r b 4u 4v u 2l 4l
    gi gj 4o 4p 3b 3c 3d 3e 3d 3f 3g 4 es-TC: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p
    3b 3c 3d 3e 3d 4q 4r 4 es-TT: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e
    3d 4q 4r 4 es-VC: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4
    es-VG: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l 4l gi gj 4o 4p 3b 3c 3d 3e 3d 4q 4r 4 es-VI: 0 1 0
    1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l w gk gl 8l 2p 3b 3c 3d 3e 3d 4q 4r 4 fa-AF: 5d 5e 5d 5e 5f 12
    5g 5h 5i 7 8 9 g5 b s t u 5k 2e 5l 5m 5n 5o dr ew 3t 3t 3t 3u 3v 4 fa-IR: 5d 5e 5d 5e 5f 12 5g
    5h 5i 7 8 9 gm b s t u 5k 2e 5l 5m 5n 5o 3r 3s 3t 3t 3t 3u 3v 4 fr-BE: 1 5x 1 5x 2 3 4 5 6 7 8
    23 1r b s t u ag g 5y 5z 60 gn 47 48 49 4a 49 2 4b 4 fr-BF: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t
    u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-BI: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z
    60 61 47 48 49 4a 49 2 4b 4 fr-BJ: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48
    49 4a 49 2 4b 4 fr-CA: 1 b 1 b 2 3 4 5 6 7 8 23 1r b s t u f g 5y 5z 60 k 47 ex 49 4a 49 4q 4b 4
    fr-CF: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-CG: 1 5x 1
    5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-CH: 1 5x 1 5x 2 3 4 5 6
    7 8 9 ax b 3z t u 1t g go 5z 60 21 47 48 49 4a 49 2 4b 4 fr-CI: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b
    s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-CM: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y
    5z 60 61 47 48 49 4a 49 ey 4b 4 fr-DJ: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v 4l gp gq gr gs 47
    48 49 4a 49 2 4b 4 fr-DZ: 1 5x 1 5x 2 3 4 5 6 7 8 23 1r b s t u v 4l gp gq gr gs 47 48 49 4a 49
    2 4b 4 fr-GA: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-GN:
    1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-GQ: 1 5x 1 5x 2 3
    4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-KM: 1 5x 1 5x 2 3 4 5 6 7 8 23
    fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-LU: 1 0 1 0 2 3 4 5 6 7 8 23 1r b s t u v g
    5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-MA: 1 0 1 0 2 3 4 5 6 7 8 23 1r b s t u v g 5y 5z 60 61 47
    ez 49 4a 49 4q 4b 4 fr-MG: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49
    2 4b 4 fr-ML: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-MR:
    1 5x 1 5x 2 3 4 5 6 7 8 23 1r b s t u v 4l gp gq gr gs 47 48 49 4a 49 2 4b 4 fr-NC: 1 5x 1 5x 2
    3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-NE: 1 5x 1 5x 2 3 4 5 6 7 8
    23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-PF: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u
    v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-RW: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60
    61 47 48 49 4a 49 2 4b 4 fr-SN: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49
    4a 49 2 4b 4 fr-SY: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v 4l gp gq gr gs 47 48 49 4a 49 2 4b 4
    fr-TD: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v 4l gp gq gr gs 47 48 49 4a 49 2 4b 4 fr-TG: 1 5x
    1 5x 2 3 4 5 6 7 8 23 fk b s t u v g 5y 5z 60 61 47 48 49 4a 49 2 4b 4 fr-TN: 1 5x 1 5x 2 3 4 5
    6 7 8 23 gt b s t u v 4l gp gq gr gs 47 48 49 4a 49 2 4b 4 fr-VU: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk
    b s t u v 4l gp gq gr gs 47 48 49 4a 49 2 4b 4 fr-WF: 1 5x 1 5x 2 3 4 5 6 7 8 23 fk b s t u v g
    5y 5z 60 61 47 48 49 4a 49 2 4b 4 ha-GH: 0 1 0 1 2 3 4 5 6 7 8 9 a b 6l 1j 2k 2l 4l gu gv gw 4p
    4x 4y 4z 50 4z 51 52 4 ha-NE: 0 1 0 1 2 3 4 5 6 7 8 9 g5 b 6l 1j 2k 2l g 6m 6n 6o 6p 4x 4y 4z 50
    4z 51 52 4 hr-BA: 1 0 1 0 4z 3 4 5 6 7 8 23 1r b 2q 2r 30 gx g 2u 2v 34 gy 5f 5g 1j 1k 1j 2 5h 4
    id-ID: 1 0 1 0 2 3 4 5 6 7 8 9 ft b 7m t u 40 46 7n 7o 7p 7q 5z 60 61 62 61 2 63 4 is-IS: 1 0 1
    0 2 3 4 5 6 7 8 9 fk b 4b 3l 45 4e g 7t 7u 53 7v 69 6a 6b 6c 6b 6d 2q 4 it-CH: 0 fe 0 fe 2 3 4 5
    6 22 8 9 ff b 3z t u 1t g gz 7x 1w 1x 6e 6f 6g 6h 6g 2 4r 4 ja-JP: 0 1 0 1 2 3 4 5 6 7 8 9 ft b
    7y 7z 80 80 2e 81 82 83 83 6i 6i 6j 6k 6j 6l 6m 4 jv-ID: 1 0 1 0 2 3 4 5 6 7 8 9 g5 b 3z t u 1k
    g 84 85 1w 86 5z 6n 6o 6p 6o 6q 63 4 ko-CN: 0 1 0 1 2 3 4 5 6 7 8 9 l b 8q 8r 8s 8s g h0 h1 h2
    h2 7b 7b 7c 7d 7c 7e 24 4 ko-KP: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 8q 8r 8s 8s 6y 8t 8u 8v 8v 7b 7b
    7c 7d 7c 7e 24 4 ko-KR: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 8q 8r 8s 8s 6y 8t 8u 8v 8v 7b 7b 7c 7d 7c
    7e 24 4 lo-LA: 1 0 1 0 2 3 4 5 6 7 8 9 g1 b 3z t u 9f 2e 9g 9h 3a 9i 7t 7u 7v 7w 7v 7x 7y 4
    ms-Arab-BN: 1 0 1 0 2 3 4 5 6 7 8 9 a b n t v ag w h3 y 10 am 95 95 96 96 96 2 3 4 ms-BN: 1 0 1
    0 2 3 4 5 6 7 8 9 a b n t u ag 4l h4 ai 4o aj 8z 90 91 92 91 93 94 4 ms-ID: 1 0 1 0 2 3 4 5 6 7
    8 9 ft af 7m t u 40 46 h5 h6 7p 7q 8z 90 91 92 91 93 94 4 my-MM: 0 1 0 1 2 3 4 5 an 7 8 9 fk b
    ao d e 2l 2e ap aq ar 3b 97 98 99 99 99 9a 9b 4 ne-IN: 0 1 0 1 2 3 4 5 as 7 1f 1g 1h b c d e 58
    w h7 h8 h9 ha 9c 9c 9d 9e 9d 9f 9g 4 nl-BE: 1 0 1 0 2 3 4 5 6 7 8 9 ax b s t u g6 g ay az 1w hb
    9h 9i 9j 9k 9j 2 9l 4 nn: 1 b 1 b 4z 3 4 5 6 7 8 23 1r b 3k 3l 45 3n g b0 7u 53 3y 9m 9n f0 f1
    f0 9p 2q 4 pa-Arab-PK: 5d 5e 5d 5e b4 b5 5g 5h 5i 7 8 9 g5 b 7m t u v w b6 y z 10 9y 9y 9z 9z 9z
    2 a0 4 ps-AF: 5d 5e 5d 5e b4 b5 5g 5h 5i 7 8 9 g5 b be d e 5k 2e bf aq ar bg ac ac ad ad ad ae
    3v 4 ps-PK: 5d 5e 5d 5e b4 b5 5g 5h 5i 7 8 9 g5 b be d e 5k w hc bz c0 hd ac ac ad ad ad ae 3v 4
    pt-PT: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 4u 4v v 40 g bh bi 64 43 af ag ah ai ah 2 4r 4 ro-MD: 1 0 1
    0 2 3 4 5 6 7 8 23 1r b 3z t u 3n g bj bk 1w 3y aj ak al f2 al 4q an 4 ru-UA: 1 b 1 b 2 3 4 5 6
    22 8 23 1r b 24 25 26 3n g bl bm 2a 3y ao ap aq ar aq 2 as 4 sd-PK: 0 5e 0 5e bt bu bv bw bx 7 8
    9 fk b 3c d e f w by bz c0 c1 ay ay az az az b0 b1 4 so-DJ: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 3c 3d
    cg 40 4l ch ci cj ck bo bp bq br bq bs 24 4 so-KE: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3c 3d cg 40 g he
    hf hg 43 bo bp bq br bq bs 24 4 so-SO: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 3c 3d cg 40 4l ch ci cj ck
    bo bp bq br bq bs 24 4 sq-AL: 1 b 1 b 2 3 4 5 6 22 8 9 fk b 3z t u 4f 4l cl cm 4o cn bt bu bv bw
    bv bx by 4 sq-MK: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 3z t u 4f g hh hi 1w hj bt bu bv bw bv bx by 4
    sq-XK: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 3z t u 4f g hh hi 1w hj bt bu bv bw bv bx by 4 sr-BA: 1 0 1
    0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t g co cp cq cq bz c0 1p 1q 1p f3 1s 4 sr-ME: 1 0 1 0 2 3 4 5 6
    7 8 9 1r b 2q 2r 2t 2t g co cp cq cq bz f4 f5 c2 f5 f3 1s 4 sr-RS: 1 0 1 0 2 3 4 5 6 7 8 9 fk b
    2q 2r 2t 2t g co cp cq cq bz c0 c1 c2 c1 2 1s 4 sr-XK: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t
    g co cp cq cq bz f4 c1 c2 c1 2 1s 4 sr-Latn-BA: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t g co cp
    cq cq c3 c4 1j 1k 1j f6 1m 4 sr-Latn-ME: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t g co cp cq cq
    c3 f7 f8 c6 f8 f6 1m 4 sr-Latn-RS: 1 0 1 0 2 3 4 5 6 7 8 9 fk b 2q 2r 2t 2t g co cp cq cq c3 c4
    c5 c6 c5 2 1m 4 sr-Latn-XK: 1 0 1 0 2 3 4 5 6 7 8 9 1r b 2q 2r 2t 2t g co cp cq cq c3 f7 c5 c6
    c5 2 1m 4 sw-CD: 1 0 1 0 2 3 4 5 6 7 8 9 a b 3z t u v g cs ct 1w 64 cc cd ce ce ce 2 cf 4 sw-KE:
    0 1 0 1 2 3 4 5 6 7 8 9 a b 3z t u v g hk hl 1w 64 cc cd ce ce ce 2 cf 4 sw-UG: 0 1 0 1 2 3 4 5
    6 7 8 9 g5 b 3z t u v g cs ct 1w 64 cc cd ce ce ce 2 cf 4 ta-LK: 0 1 0 1 2 3 4 5 6 7 1f 1g 6f b
    1i 1j 2k 2l g hm 8a 6o 6p cg ch ci cj ci 2 ck 4 ta-MY: 0 1 0 1 2 3 4 5 6 7 8 9 a b 1i 1j 2k 2l w
    cu cv 2o 2p cg ch ci cj ci 2 ck 4 ta-SG: 0 1 0 1 2 3 4 5 6 7 8 9 a b 1i 1j 2k 2l w cu cv 2o 2p
    cg ch ci cj ci 2 ck 4 tr-CY: 1 0 1 0 2 3 4 5 6 7 8 dc l b d9 t u b9 4l hn ho hp hq d7 d8 d9 da
    d9 db dc 4 ur-PK: 0 1 0 1 11 12 4 5 6 7 1f 9 hr b 15 16 dm 2l dn do dp dq dr dh di dj dj dj 2 dk
    4 uz-Arab-AF: 5d 5e 5d 5e b4 b5 5g 5h 5i 7 8 9 g5 b c d e f g h i j k dr ds 3t dt 3t 2 3 4
    vi-VN: 1 0 1 0 2 3 4 5 6 7 8 9 fk b e2 e3 e4 2l g e5 e6 e7 e8 e0 e1 e2 e3 e2 e4 e5 4 yo-BJ: 0 1
    0 1 2 3 4 5 6 7 8 9 ft b e9 u ea 9f eb ec ed ee ef f9 f9 fa fb fb fc 24 4 zh-HK: 0 1 0 1 2 3 4 5
    6 7 8 9 l b 7y 7z 7z 2l eg hs ht ht hu ed 6i ea ee ea eb ef 4 zh-JP: 0 1 0 1 2 3 4 5 6 7 8 9 ft
    b 7y 7z 7z 5k 2e 81 82 82 bg ed 6i ea ee ea eb ef 4 zh-MO: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z
    2l eg hs ht ht hu ed 6i ea ee ea eb ef 4 zh-MY: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 5k eg hs ht
    ht ej ed 6i ea ee ea eb ef 4 zh-SG: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 40 eg hs ht ht hv ed 6i
    ea ee ea eb ef 4 zh-Hant-CN: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 5k g eo ep ep en 6i 6i ea eg
    ea eb ec 4 zh-Hant-HK: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 9f eg hs ht ht hw 6i 6i ea eg ea eb
    ef 4 zh-Hant-JP: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 7y 7z 80 80 2e 81 82 83 83 6i 6i ea eg ea eb ec 4
    zh-Hant-MY: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7y 7z 7z 5k eg hs ht ht ej 6i 6i ea eg ea eb ec 4
    en-150: 0 1 0 1 2 3 4 5 6 7 8 9 1r b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-AI: 0 1 0 1
    2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-AU: 0 1 0 1 2 3 4 4k 6 7 8 9
    l b 3z t u 9f 4l fg fh fi hx 38 39 3a 1 3a 9p 24 4 en-BW: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7m n o 40
    g hy hz i0 43 38 39 3a 1 3a 2 24 4 en-BZ: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7m n cg 40 g hy hz i1 43
    38 39 3a 1 3a 2 24 4 en-CC: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2
    24 4 en-CK: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-CM: 0 1 0
    1 2 3 4 5 6 7 8 9 ft b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-CX: 0 1 0 1 2 3 4 5 6 7 8
    9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-DG: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g
    fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-FK: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39
    3a 1 3a 2 24 4 en-GB: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 9p 24 4
    en-GG: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-GI: 0 1 0 1 2
    3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-HK: 0 1 0 1 2 3 4 5 6 7 8 9 l b
    3z t u 9f 4l fg fh fi hx 38 39 3a 1 3a 2 24 4 en-ID: 1 0 1 0 2 3 4 5 6 7 8 9 ft b 7m t u 40 46
    i2 i3 i4 7q 38 39 3a 1 3a 2 24 4 en-IE: 0 1 0 1 2 3 4 5 6 7 8 9 l b s t u v g i5 1v fz 64 38 39
    3a 1 3a 4q 24 4 en-IL: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v 2e fp fq fr i6 38 39 3a 1 3a 2 24 4
    en-IM: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-IN: 0 1 0 1 2
    3 4 5 6 7 1f 1g 6f b 3z t u 40 4l fg fh fi ck 38 39 3a 1 3a 2 24 4 en-IO: 0 1 0 1 2 3 4 5 6 7 8
    9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-JE: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g
    fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-KE: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39
    3a 1 3a 2 24 4 en-MG: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4
    en-MS: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-MT: 0 1 0 1 2
    3 4 5 6 7 8 9 l b 3z n o v g fy hz i0 64 38 39 3a 1 3a 2 24 4 en-MU: 0 1 0 1 2 3 4 5 6 7 8 9 l b
    3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-MV: 0 1 0 1 2 3 4 5 6 7 8 9 a b s t 1k 8x g i5 1v
    i7 i8 38 39 3a 1 3a 2 24 4 en-NF: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1
    3a 2 24 4 en-NG: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-NR:
    0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-NU: 0 1 0 1 2 3 4 5 6
    7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-PK: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 3z t
    cg v 4l fg fh i9 fj 38 39 3a 1 3a 2 24 4 en-PN: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz
    64 38 39 3a 1 3a 2 24 4 en-RW: 0 1 0 1 2 3 4 5 6 7 8 9 ft b 3z t u v g fy 1v fz 64 38 39 3a 1 3a
    2 24 4 en-SC: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-SG: 0 1
    0 1 2 3 4 5 6 7 8 9 l b 3z t u 2l 4l fg fh fi 4p 38 39 3a 1 3a 2 24 4 en-SH: 0 1 0 1 2 3 4 5 6 7
    8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-SX: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v
    g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-TK: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38
    39 3a 1 3a 2 24 4 en-TV: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4
    en-TZ: 0 1 0 1 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-UG: 0 1 0 1 2
    3 4 5 6 7 8 9 ft b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-VU: 0 1 0 1 2 3 4 5 6 7 8 9 ft
    b 3z t u v 4l fg fh fi fj 38 39 3a 1 3a 2 24 4 en-ZA: 1 b 1 b 2 3 4 5 6 7 8 9 l b 7m n o 80 g hy
    hz i0 ia 38 39 3a 1 3a 2 24 4 en-ZW: 0 1 0 1 2 3 4 5 6 7 8 9 l b 7m n ib 9f g hy hz ic id 38 39
    3a 1 3a 2 24 4 es-AR: 1 0 1 0 2 3 4 5 6 7 8 9 a b 4u 4v u 2l 4l gi gj 4o 4p 3b 3c 3d 3e 3d 1x 4r
    4 es-BO: 1 0 1 0 2 3 4 5 6 7 8 9 ax b 4u 4v ie 2l 4l gi gj if 4p 3b 3c 3d 3e 3d 1x 4r 4 es-BR: 0
    1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l g 6c 6d 1w 6p 3b 3c 3d 3e 3d 4q 4r 4 es-BZ: 0 1 0 1 2 3 4 5
    6 7 8 9 l b 4u 4v u 2l g 6c 6d 1w 6p 3b 3c 3d 3e 3d 4q 4r 4 es-CL: 1 0 1 0 2 3 4 5 6 7 8 9 g1 b
    4u 4v 1k cx 4l gi gj ig g3 3b fd 3d 3e 3d 4q 4r 4 es-CO: 1 0 1 0 2 3 4 5 6 7 8 9 g5 b 4u 4v g6
    ag 4l gi gj ih aj 3b fd 3d 3e 3d 4q 4r 4 es-CR: 1 0 1 0 2 3 4 5 6 7 8 9 l b 4u 4v u 2l 4l gi gj
    4o 4p 3b 3c 3d 3e 3d 1x 4r 4 es-DO: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l 4l gi gj 4o 4p 3b 3c
    3d 3e 3d 1x 4r 4 es-EC: 1 0 1 0 2 3 4 5 6 7 8 9 9e b 4u 4v u 2l 4l gi gj 4o 4p 3b 3c 3d 3e 3d 1x
    4r 4 es-GT: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v g6 ag 4l gi gj ih aj 3b 3c 3d 3e 3d 1x 4r 4 es-HN:
    0 1 0 1 2 3 4 5 6 7 8 9 l b ii ij u 2l 4l ik il 4o 4p 3b 3c 3d 3e 3d 1x 4r 4 es-MX: 0 1 0 1 2 3
    4 5 6 7 8 9 l b 4u 4v u 40 4l gi gj 4o ck 3b fe 3d 3e 3d 4q 4r 4 es-NI: 0 1 0 1 2 3 4 5 6 7 8 9
    l b 4u 4v u 2l 4l gi gj 4o 4p 3b 3c 3d 3e 3d 1x 4r 4 es-PA: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v im
    in 4l gi gj io ip 3b 3c 3d 3e 3d 1x 4r 4 es-PE: 0 1 0 1 2 3 4 5 6 7 8 9 a b 4u 4v u ag 4l gi gj
    4o aj ff fg 3d 3e 3d 1x 4r 4 es-PR: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v im in 4l gi gj io ip 3b 3c
    3d 3e 3d 1x 4r 4 es-PY: 1 0 1 0 2 3 4 5 6 7 8 9 iq b 4u 4v u 2l 4l gi gj 4o 4p 3b fh 3d 3e 3d 1x
    4r 4 es-SV: 0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v u 2l 4l gi gj 4o 4p 3b 3c 3d 3e 3d 1x 4r 4 es-US:
    0 1 0 1 2 3 4 5 6 7 8 9 l b 4u 4v 3e 3f 4l gi gj 5w 4t 3b 3c 3d 3e 3d 4q 4r 4 es-UY: 1 0 1 0 2 3
    4 5 6 7 8 9 a b 4u 4v u 2l 4l gi gj 4o 4p ff fg 3d 3e 3d 1x 4r 4 es-VE: 1 0 1 0 2 3 4 5 6 7 8 9
    9e b 4u 4v u 2l 4l gi gj 4o 4p 3b fh 3d 3e 3d 1x 4r 4 pt-AO: 1 b 1 b 2 3 4 5 6 7 8 9 1r b 4u 4v
    v 40 g bh bi 64 43 af ag ah ai ah 2 4r 4 pt-CV: 1 b g8 b 2 3 4 5 6 22 8 9 1r b 4u 4v v 40 g bh
    bi 64 43 af ag ah ai ah 2 4r 4 pt-GQ: 1 b 1 b 2 3 4 5 6 22 8 9 fk b 4u 4v v 40 g bh bi 64 43 af
    ag ah ai ah 2 4r 4 pt-GW: 1 b 1 b 2 3 4 5 6 22 8 9 fk b 4u 4v v 40 g bh bi 64 43 af ag ah ai ah
    2 4r 4 pt-MO: 1 b 1 b 2 3 4 5 6 22 8 9 1r b 4u 4v v 40 4l ir is fj ck af ag ah ai ah 2 4r 4
    en-AT: 1 0 1 0 2 3 4 5 6 7 8 23 ax b 4b 3l 3n 1t g it iu iv 1x 38 39 3a 1 3a 2 24 4 en-BE: 1 0 1
    0 2 3 4 5 6 7 8 9 ax b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-CH: 0 iw 0 iw 2 3 4 5 6 7
    8 9 ff b 3z t u 3n g fy 1v fz 3y 38 39 3a 1 3a 2 24 4 en-CZ: 1 b 1 b 2 3 4 5 6 7 8 23 1r b s t
    ix 3n 2e iy fq iz j0 38 39 3a 1 3a 2 24 4 en-DE: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 4b 3l 45 1t g it
    iu j1 1x 38 39 3a 1 3a 2 24 4 en-DK: 1 0 1 0 2 3 4 5 6 7 8 23 1r b 3z t u v 46 j2 i3 i4 j3 38 39
    3a 1 3a 2 24 4 en-EE: 1 b 1 b 2 3 4 5 6 7 8 9 l b 4b 3l 45 3n g it iu j1 3y 38 39 3a 1 3a 2 24 4
    en-FI: 1 b 1 b 2 3 4 5 6 7 8 23 1r b 3k 3l 45 4e 5q j4 j5 j6 j7 38 39 3a 1 3a 2 24 4 en-FR: 1 5x
    1 b 2 3 4 5 6 7 8 23 l b s t u v g i5 1v fz 64 38 39 3a 1 3a 2 24 4 en-HU: 1 b 1 b 2 3 4 5 6 7 8
    9 1r b 78 79 7a 7b 2e j8 j9 ja jb 38 39 3a 1 3a 2 24 4 en-LT: 1 b 1 b 2 3 4 5 6 7 8 23 l b 3z t
    u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-LV: 1 b 1 b 2 3 4 5 6 7 8 9 l b 3z t u v g fy 1v fz 64
    38 39 3a 1 3a 2 24 4 en-NL: 1 0 1 0 2 3 4 5 6 7 8 9 ax b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2
    24 4 en-NO: 1 b 1 b 2 3 4 5 6 7 8 23 a b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-PL: 1 b
    1 b 2 3 4 5 6 7 8 9 1r b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-PT: 1 b 1 b 2 3 4 5 6 7
    8 9 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a 2 24 4 en-SE: 1 b 1 b 2 3 4 50 6 7 8 23 1r b 3z t u
    f g fy 1v fz jc 38 39 3a 1 3a 2 24 4 en-SI: 1 0 1 0 2 3 4 4k 6 7 8 9 1r b 3z t u cc g fy 1v fz
    cf 38 39 3a 1 3a 2 24 4 en-SK: 1 b 1 b 2 3 4 5 6 7 8 23 l b 3z t u v g fy 1v fz 64 38 39 3a 1 3a
    2 24 4 en-UA: 1 b 1 b 2 3 4 5 6 7 8 9 1r b 3z t u 3n g fy 1v fz 3y 38 39 3a 1 3a 2 24 4 hi-Latn:
    0 1 0 1 2 3 4 5 6 7 1f 1g 6f b 3z 1j jd v 4l je jf jg fj 38 39 fi fj fi 2 24 4
    """
}
