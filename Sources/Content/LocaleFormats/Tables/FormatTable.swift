// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// How languages write numbers and dates, where they do not do it as their parents.
enum FormatTable {
  /// Locales, each with all its texts.
  static let locales = """
    und: 0 1 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i 0 0 1 1 1 2 3 4 af: 1 9 1 9 2 3 4 5 6 7 j 9 k l m
    d e n o p i 5 6 7 8 7 9 a 4 am: 0 1 0 1 2 3 4 5 6 7 j 9 q r s t u v w x y b c d e d f g 4 ar: 0
    1 0 1 z 10 4 5 6 7 11 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 as: 0 1 0 1 2 3 1b 5 1c 1d 1e
    9 1f 1g 1h 1i 1j 1k 1l 1m 1n m n o p o 2 q 4 az: 1 0 1 0 2 3 4 5 6 7 1o 9 1p r s 1q e 1r 1s 1t
    1u r s t u t 2 v 4 az-Cyrl: 1 0 1 0 2 3 4 5 6 7 1o 9 1p r s 1q e 1v 1w 1x 1y w x y z y 10 11 4
    be: 1 9 1 9 2 3 4 1z 6 20 1o 9 21 22 23 24 e 25 26 27 28 12 13 14 15 14 2 16 4 bg: 1 9 1 9 2 3 4
    1z 6 7 1o 9 21 22 29 2a 2b 2c 2d 2e 2f 17 18 19 1a 19 2 1b 4 bn: 0 1 0 1 2 3 4 5 1c 1d 2g 9 1f
    1g 2h 2i u 2j 2k 2l 2m 1c 1d 1e 1f 1e 2 1g 4 bs: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2p 2q e 2r 2s 2t
    2u 1h 1i 1j 1k 1j 1l 1m 4 bs-Cyrl: 1 0 1 0 2 3 4 5 6 7 1o 9 2v 2w 2x 2y e 2z 30 31 32 1n 1o 1p
    1q 1p 1r 1s 4 ca: 1 0 1 0 2 3 4 5 6 20 1o 9 33 34 s 2i 2b 35 36 37 38 1t 1u 1v 1w 1v 1x 1y 4
    chr: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a 3b 3c u 3d 3e 3f 3g 1z 20 21 22 21 23 24 4 cs: 1 9 1 9 2 3 4
    5 6 20 1o 9 3h 3i 3j 3k 2b 3l 3m 3n 3o 25 26 27 28 27 29 2a 4 cv: 1 9 1 9 2 3 4 5 6 20 1o 9 3p
    3q 3r 3k e 3s 3t 3u 3v 2b 2c 2d 2e 2d 2 2f 4 cy: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s 3x e 3y 3z 1t 40
    2g 2h 2i 2j 2i 2k 2l 4 da: 1 0 1 0 2 3 4 5 6 20 1o 9 41 3i 42 3k 43 44 45 46 47 2m 2n 2o 2p 2o 2
    2q 4 de: 1 0 1 0 2 3 4 5 6 20 1o 9 48 3i 3k 1q e 49 4a 3v 1u 2r 2s 2t 2u 2t 2 2v 4 dsb: 1 0 1 0
    2 3 4 5 6 20 1o 9 48 3i 4b 4c 2b 4d 4e 4f 4g 2w 2x 2y 2z 2y 30 31 4 el: 1 0 1 0 2 3 4 5 6 7 1o 9
    q r s 2i 4h 4i 4j 4k 4l 32 33 34 35 34 36 37 4 en: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a 3b 3c 4h 4m 4n
    4o 4p 38 39 3a 1 3a 2 24 4 es: 1 0 1 0 2 3 4 1z 6 20 1o 9 4q 4r s 2i 2b 4s 4t 37 4u 3b 3c 3d 3e
    3d 3f 3g 4 et: 1 9 1 9 4v 3 4 1z 6 7 1o 9 48 3i 42 1q e 4w 4x 4y 1u 3h 3i 3j 3k 3j 2 3l 4 eu: 1
    0 1 0 4v 3 4 5 6 4z 1o 9 50 51 52 53 e 54 55 56 57 3m 3n 3o 3p 3o 2 3q 4 fa: 58 59 58 59 5a 5b
    5c 5 6 7 5d 9 q r s 5e 2b 5f 5g 5h 5i 3r 3s 3t 3t 3t 3u 3v 4 fi: 1 9 1 9 4v 3 4 5 6 20 1o 9 5j
    3i 4b 4b 5k 5l 5m 5n 5n 3w 3x 3y 3z 40 41 42 4 fil: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a 3b 3c 4h 5o 5p
    5q 4p 43 44 45 46 45 2 24 4 fr: 1 5r 1 5r 2 3 4 5 6 20 1o 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49
    2 4b 4 ga: 0 1 0 1 2 3 4 5 6 7 j 9 q r s t e 5w 5x 1t 5y 4c 4d 4e 4f 4e 4g 24 4 gd: 0 1 0 1 2 3
    4 5 6 7 j 9 5z 60 61 t e 62 63 64 5y 4h 4i 4j 4k 4j 4l 24 4 gl: 1 0 1 0 2 3 4 5 6 20 1o 9 4q 4r
    65 3x e 66 67 68 40 4m 4n 4o 4p 4o 4q 4r 4 gu: 0 1 0 1 2 3 4 5 1c 1d 69 9 1f 1g 2h 2i 6a 6b 6c
    6d 6e 4s 4t 4u 4v 4u 2 4w 4 ha: 0 1 0 1 2 3 4 5 6 7 8 9 6f 1g 2h 2i e 6g 6h 6i 6j 4x 4y 4z 50 4z
    51 52 4 he: 0 1 0 1 z 3 4 5 6 7 6k 9 6l 6m 6n 4b 2b 6o 6p 6q 6r 53 54 55 56 55 57 58 4 hi: 0 1 0
    1 2 3 4 5 1c 1d 69 9 3w r s 2i 6s 6t 6u 6v 6w 59 5a 5b 5c 5b 5d 5e 4 hr: 1 0 1 0 4v 3 4 5 6 20
    1o 9 2n 2o 2x 2x e 2r 2s 31 31 5f 5g 1j 1k 1j 2 5h 4 hsb: 1 0 1 0 2 3 4 5 6 20 1o 9 48 3i 4b 4c
    6x 6y 6z 70 71 5i 5j 5k 5l 5k 5m 5n 4 hu: 1 9 1 9 2 3 4 1z 6 7 1o 9 72 73 74 75 2b 76 77 78 79
    5o 5p 5q 5r 5q 5s 5t 4 hy: 1 9 1 9 2 3 4 5 6 7 1o 9 7a 7b 7c 1q e 7d 7e 7f 1u 5u 5v 5w 5x 5w 2
    5y 4 id: 1 0 1 0 2 3 4 5 6 7 j 9 7g r s 3x 43 7h 7i 7j 7k 5z 60 61 62 61 2 63 4 ig: 0 1 0 1 2 3
    4 5 6 7 j 9 3w r s 2i e 7l 7m 1t 6j 64 65 66 67 66 68 24 4 is: 1 0 1 0 2 3 4 5 6 7 1o 9 48 3i 42
    4b e 7n 7o 4y 7p 69 6a 6b 6c 6b 6d 2q 4 it: 1 0 1 0 2 3 4 1z 6 7 1o 9 q r s 3x e 7q 7r 1t 40 6e
    6f 6g 6h 6g 2 4r 4 ja: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7u 7u 2b 7v 7w 7x 7x 6i 6i 6j 6k 6j 6l 6m 4
    jv: 1 0 1 0 2 3 4 5 6 7 8 9 3w r s 1h e 7y 7z 1t 80 5z 6n 6o 6p 6o 6q 63 4 ka: 1 9 1 9 2 3 4 1z
    6 7 1o 9 81 1g 82 1q e 83 84 85 1u 6r 6s 6t 6u 6t 2 6v 4 kk: 1 9 1 9 2 3 4 5 6 7 1o 9 86 87 88
    1q e 89 8a 8b 1u 6w 6x 6y 6z 6y 2 70 4 km: 0 1 0 1 2 3 4 5 6 7 8c 9 q r s 2i u 8d 8e 8f 2m 71 71
    72 73 74 2 75 4 kn: 0 1 0 1 2 3 4 5 1c 7 69 9 39 3a 3b 2i 6a 8g 8h 8i 8j 76 77 78 79 78 2 7a 4
    ko: 0 1 0 1 2 3 4 5 6 7 j 9 8k 8l 8m 8m 6s 8n 8o 8p 8p 7b 7b 7c 7d 7c 7e 24 4 kok: 0 1 0 1 2 3 4
    5 6 7 8 9 q r 8q 8r u 8s 8t 8u 8v 7f 7f 7g 7g 7g 7h 7i 4 kok-Latn: 0 1 0 1 2 3 4 5 1c 7 69 9 1f
    1g 2h 8r 8w 8x 8y 8z 90 7j 7k 7l 7m 7l 7n 24 4 ky: 1 9 1 9 2 3 4 5 6 7 1o 9 91 92 93 2i e 94 95
    96 97 7o 7p 7q 7r 7q 7s 70 4 lo: 1 0 1 0 2 3 4 5 6 7 98 9 3w r s 99 2b 9a 9b 37 9c 7t 7u 7v 7w
    7v 7x 7y 4 lt: 1 9 1 9 4v 3 4 5 6 20 1o 9 9d 9e d d e 9f 9g i i 7z 80 81 82 81 83 84 4 lv: 1 9 1
    9 2 3 4 1z 6 7 1o 9 9h 9i 9j 1q e 9k 9l 9m 1y 85 86 87 88 89 8a 8b 4 mk: 1 0 1 0 2 3 4 5 6 20 1o
    9 21 22 9n 4c e 9o 9p 9q 9r 8c 8d 8e 8f 8e 8g 1s 4 ml: 0 1 0 1 2 3 4 5 1c 7 69 9 9s 9t 9u 2i u
    9v 9w 9x 9y 8h 8i 8j 8k 8l 2 8m 4 mn: 0 1 0 1 2 3 4 5 6 7 8 9 9z a0 a1 a2 e a3 a4 a5 a6 8n 8o 8p
    8q 8r 8s 8t 4 mr: 0 1 0 1 2 3 4 5 1c 7 69 9 1f 1g 2h 2i u a7 a8 2l 2m 8u 8v 8w 8x 8w 2 8y 4 ms:
    0 1 0 1 2 3 4 5 6 7 j a9 3w r s aa 4h ab ac 4k ad 8z 90 91 92 91 93 94 4 ms-Arab: 0 1 0 1 2 3 4
    5 6 7 j 9 ae r t aa u af w y ag 95 95 96 96 96 2 3 4 my: 0 1 0 1 2 3 ah 5 6 7 1o 9 ai b c 2i 2b
    aj ak al 38 97 98 99 99 99 9a 9b 4 ne: 0 1 0 1 2 3 am 5 1c 1d 1e 9 a b c 53 e an ao ap aq 9c 9c
    9d 9e 9d 9f 9g 4 nl: 1 0 1 0 2 3 4 5 6 7 ar 9 q r s 1h e as at 1t 80 9h 9i 9j 9k 9j 2 9l 4 no: 1
    9 1 9 4v 3 4 5 6 20 1o 9 3h 3i 42 3k e au 7o 4y 3v 9m 9n 2o 9o 2o 9p 2q 4 or: 0 1 0 1 2 3 4 5 1c
    7 69 9 39 3a 3b 3c u av aw 3f 3g 9q 9q 9r 9s 9r 2 24 4 pa: 0 1 0 1 2 3 4 5 1c 1d 69 9 3w r s 2i
    u ax w 8f 2m 9t 9u 9v 9w 9v 2 9x 4 pa-Arab: 58 59 58 59 ay 5b 5c 5 6 7 8 9 7g r s t u az w x y
    9y 9y 9z 9z 9z 2 a0 4 pcm: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e b0 b1 1x 5v a1 a2 a3 a4 a3 a5 a6 4
    pl: 1 9 1 9 2 3 4 1z 6 7 1o 9 3w r s b2 e b3 b4 b5 b6 a7 a8 a9 aa a9 2 ab 4 ps: 58 59 58 59 ay
    5b 5c 5 6 7 8 9 b7 b c 5e 2b b8 ak al b9 ac ac ad ad ad ae 3v 4 pt: 1 0 1 0 2 3 4 5 6 7 8 9 4q
    4r 65 t e ba bb 68 5y af ag ah ai ah 2 4r 4 ro: 1 0 1 0 2 3 4 5 6 20 1o 9 3w r s 3k e bc bd 1t
    3v aj ak al am al 4q an 4 ru: 1 9 1 9 2 3 4 5 6 20 1o 9 21 22 23 3k e be bf 27 3v ao ap aq ar aq
    2 as 4 sc: 1 0 1 0 2 3 4 5 6 7 1o 9 bg bh bi t e bj bk bl 5y at au av aw av 2 ax 4 sd: 0 59 0 59
    bm bn bo 5 6 7 1o 9 39 b c d u bp bq br bs ay ay az az az b0 b1 4 sd-Deva: 0 1 0 1 2 3 4 5 6 7 8
    9 39 3a 3b 3c u bp bt bu bv b2 b3 b4 b5 b6 b7 b8 4 si: 0 1 0 1 2 3 4 5 6 7 j 9 a b c d 43 bw bx
    by bz b9 ba bb bc bb bd be 4 sk: 1 9 1 9 2 3 4 5 6 20 1o 9 48 3i 3j 4b 2b c0 c1 c2 4f bf bg bh
    bi bh 2 84 4 sl: 1 0 1 0 4v 3 4 1z 6 20 1o 9 48 3i 42 c3 e c4 c5 4y c6 bj bk bl bm bl bn 84 4
    so: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a c7 3x 4h c8 c9 ca cb bo bp bq br bq bs 24 4 sq: 1 9 1 9 2 3 4
    1z 6 7 1o 9 3w r s 4c 4h cc cd 4k ce bt bu bv bw bv bx by 4 sr: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o
    2q 2q e cf cg ch ch bz c0 c1 c2 c1 2 1s 4 sr-Latn: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2q 2q e cf cg
    ch ch c3 c4 c5 c6 c5 2 1m 4 sv: 1 9 1 9 4v 3 4 5 6 20 1o 9 q r s d e ci 1w 1x i c7 c8 c9 ca c9
    cb 2q 4 sw: 0 1 0 1 2 3 4 5 6 7 8 9 3w r s t e cj ck 1t 5y cc cd ce ce ce 2 cf 4 ta: 0 1 0 1 2 3
    4 5 1c 1d 69 9 1f 1g 2h 2i u cl cm 2l 2m cg ch ci cj ci 2 ck 4 te: 0 1 0 1 2 3 4 5 1c 7 69 9 cn
    1g 2h co u cp cq cr cs cl cm cn co cn 2 cp 4 th: 0 1 0 1 2 3 4 5 6 7 j 9 ct cu s 2i e cv cw 1x
    97 cq cr cs ct cs 2 cu 4 ti: 0 1 0 1 2 3 4 5 6 7 j 9 cx 3a 3b 3c u cy cz bu bv cv cw cx cy cx cz
    g 4 tk: 1 9 1 9 2 3 4 5 6 20 1o 9 d0 r s 3k e d1 d2 1t 3v d0 d1 d2 d3 d4 d5 d6 4 tr: 1 0 1 0 2 3
    4 5 6 d3 j 9 d0 r s b2 e d4 1w 1x d5 d7 d8 d9 da d9 db dc 4 uk: 1 9 1 9 2 3 4 5 6 7 1o 9 d6 d7
    d8 1q e d9 da db 1u dd de df 1a df dg 1s 4 ur: 0 1 0 1 z 3 4 5 1c 7 69 9 12 13 dc 2i dd de df dg
    dh dh di dj dj dj 2 dk 4 uz: 1 9 1 9 2 3 4 5 6 7 1o 9 di dj dk 3x e dl dm dn 40 dl dm dn do dn
    dp dq 4 uz-Arab: 58 59 58 59 ay 5b 5c 5 6 7 8 9 a b c d e f g h i dr ds 3t dt 3t 2 3 4 uz-Cyrl:
    1 9 1 9 2 3 4 5 6 7 1o 9 81 1g 2h 3x e do dp dq dr du dv dw dx dw dy dz 4 vi: 1 0 1 0 2 3 4 5 6
    7 1o 9 ds dt du 2i e dv dw dx dy e0 e1 e2 e3 e2 e4 e5 4 yo: 0 1 0 1 2 3 4 5 6 7 j 9 dz s e0 99
    e1 e2 e3 e4 e5 e6 e6 e7 e8 e8 e9 24 4 yue: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 5e e6 e7 e8 e8 e9 6i
    6i ea ea ea eb ec 4 yue-Hans: 0 1 0 1 2 3 4 5 6 7 j 9 ea 7t 7t 5e e eb ec ec ed ed 6i ea ee ea
    eb ec 4 zh: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 5e e ee ef ef ed ed 6i ea ee ea eb ef 4 zh-Hant: 0
    1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 5e eg eh ei ei ej 6i 6i ea eg ea eb ec eh zu: 0 1 0 1 2 3 4 5 6 7
    j 9 39 3a 3b 3c e ek el em en ei ej ek el ek 2 24 4 af-NA: 1 9 1 9 2 3 4 5 6 7 j 9 k l m d 4h eo
    ep eq er 5 6 7 8 7 9 a 4 ar-BH: 58 59 58 59 bm bn bo 5 6 7 es 9 12 13 14 15 16 17 18 19 1a h h i
    j i k l 4 ar-DJ: 58 59 58 59 bm bn bo 5 6 7 et 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4
    ar-DZ: 1 0 1 0 z 10 4 5 6 7 11 9 12 13 14 15 16 17 18 19 1a em em i j i k l 4 ar-EG: 58 59 58 59
    bm bn bo 5 6 7 eu 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-ER: 58 59 58 59 bm bn bo 5 6 7
    eu 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-IL: 58 59 58 59 bm bn bo 5 6 7 eu 9 ae r 14
    15 2b ev ew ex ey h h i j i k l 4 ar-IQ: 58 59 58 59 bm bn bo 5 6 7 et 9 12 13 14 15 16 17 18 19
    1a en eo i j i k l 4 ar-JO: 58 59 58 59 bm bn bo 5 6 7 es 9 12 13 14 15 16 17 18 19 1a en ep i j
    i k l 4 ar-KM: 58 59 58 59 bm bn bo 5 6 7 et 9 ae r 14 15 e ez 1w f0 f1 h h i j i k l 4 ar-KW:
    58 59 58 59 bm bn bo 5 6 7 es 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-LB: 58 59 58 59 bm
    bn bo 5 6 7 et 9 12 13 14 15 16 17 18 19 1a en ep i j i k l 4 ar-LY: 1 0 1 0 z 10 4 5 6 7 f2 9
    12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-MA: 1 0 1 0 z 10 4 5 6 7 11 9 ae r 14 15 e ez 1w
    f0 f1 eq eq i j i k l 4 ar-MR: 58 59 58 59 bm bn bo 5 6 7 eu 9 12 13 14 15 16 17 18 19 1a er er
    i j i k l 4 ar-OM: 58 59 58 59 bm bn bo 5 6 7 es 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4
    ar-PS: 58 59 58 59 bm bn bo 5 6 7 eu 9 12 13 14 15 16 17 18 19 1a en en i j i k l 4 ar-QA: 58 59
    58 59 bm bn bo 5 6 7 eu 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-SA: 58 59 58 59 bm bn bo
    5 6 7 eu 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-SD: 58 59 58 59 bm bn bo 5 6 7 eu 9 12
    13 14 15 16 17 18 19 1a h h i j i k l 4 ar-SO: 58 59 58 59 bm bn bo 5 6 7 et 9 12 13 14 15 16 17
    18 19 1a h h i j i k l 4 ar-SS: 58 59 58 59 bm bn bo 5 6 7 eu 9 12 13 14 15 16 17 18 19 1a h h i
    j i k l 4 ar-SY: 58 59 58 59 bm bn bo 5 6 7 et 9 12 13 14 15 16 17 18 19 1a en en i j i k l 4
    ar-TD: 58 59 58 59 bm bn bo 5 6 7 et 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 ar-TN: 1 0 1 0
    z 10 4 5 6 7 f2 9 12 13 14 15 16 17 18 19 1a em em i j i k l 4 ar-YE: 58 59 58 59 bm bn bo 5 6 7
    et 9 12 13 14 15 16 17 18 19 1a h h i j i k l 4 bn-IN: 0 1 0 1 2 3 4 5 1c 1d 69 9 1f 1g 2h 2i u
    2j 2k 2l 2m 1c es 1e 1f 1e 2 et 4 de-AT: 1 0 1 0 2 3 4 5 6 20 8 9 48 3i 3k 1q e 49 4a 3v 1u eu
    ev 2t 2u 2t 2 2v 4 de-CH: 0 f3 0 f3 2 3 4 5 6 7 f4 9 48 3i 3k 1q e 49 4a 3v 1u 2r 2s 2t 2u 2t 2
    2v 4 de-IT: 1 0 1 0 2 3 4 5 6 20 1o 9 48 3i 3k 1q e 49 4a 3v 1u eu ev 2t 2u 2t 2 2v 4 de-LI: 0
    f3 0 f3 2 3 4 5 6 7 8 9 48 3i 3k 1q e 49 4a 3v 1u 2r 2s 2t 2u 2t 2 2v 4 en-001: 0 1 0 1 2 3 4 5
    6 7 j 9 3w r s t 4h f5 f6 f7 f8 38 39 3a 1 3a 2 24 4 en-AE: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t 4h
    f5 f6 f7 f8 38 39 3a 1 3a 2 24 4 en-AL: 1 9 1 9 2 3 4 5 6 7 f9 9 3w r s 4c 4h f5 f6 f7 ce 38 39
    3a 1 3a 2 24 4 en-AR: 1 0 1 0 2 3 4 5 6 20 8 9 3w r s t 4h f5 f6 f7 f8 38 39 3a 1 3a 2 24 4
    en-BD: 0 1 0 1 2 3 4 5 1c 1d 2g 9 1f 1g 2h 2i 4h fa fb fc 4l 38 39 3a 1 3a 2 24 4 en-BG: 1 9 1 9
    2 3 4 5 6 7 fd 9 3w r s 24 2b fe ff fg fh 38 39 3a 1 3a 2 24 4 en-BI: 0 1 0 1 2 3 4 5 6 7 fi 9
    39 3a 3b 3c e fj fk fl fm 38 39 3a 1 3a 2 24 4 en-BN: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s 2i 4h f5 f6
    f7 4l 38 39 3a 1 3a 2 24 4 en-BR: 1 0 1 0 2 3 4 5 6 7 8 9 3w r s 3x e fn 1s fo 40 38 39 3a 1 3a
    2 24 4 en-CA: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a 3b d 4h 4m 4n 4o fp 38 39 3a 1 3a 2 24 4 en-CL: 1 0
    1 0 2 3 4 5 6 20 fq 9 3w r 1h co 4h f5 f6 fr fs 38 39 3a 1 3a 2 24 4 en-CN: 0 1 0 1 2 3 4 5 6 7
    j 9 39 3a 3b 5e e fj fk fl ft 38 39 3a 1 3a 2 24 4 en-CO: 1 0 1 0 2 3 4 5 6 20 fu 9 3w r fv aa
    4h f5 f6 fw ad 38 39 3a 1 3a 2 24 4 en-CV: 1 9 fx 9 2 3 4 5 6 7 8 9 3w r s t e fn 1s fo 5y 38 39
    3a 1 3a 2 24 4 en-GR: 1 0 1 0 2 3 4 5 6 7 1o 9 3w r s 2i 4h f5 f6 f7 4l 38 39 3a 1 3a 2 24 4
    en-JP: 0 1 0 1 2 3 4 5 6 7 fi 9 39 3a 3b 7u 2b fy fz g0 g1 38 39 3a 1 3a 2 24 4 en-KR: 0 1 0 1 2
    3 4 5 6 7 fi 9 39 3a 3b 3c 4h 4m 4n 4o 4p 38 39 3a 1 3a 2 24 4 en-MM: 0 1 0 1 2 3 4 5 6 7 f9 9
    3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-MX: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s 3x 4h f5 f6 f7
    cb 38 39 3a 1 3a 4q 24 4 en-RU: 1 9 1 9 2 3 4 5 6 20 1o 9 3w r s 3k e fn 1s fo 3v 38 39 3a 1 3a
    2 24 4 en-SA: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t 4h f5 f6 f7 f8 38 39 3a 1 3a 2 24 4 en-TH: 0 1 0
    1 2 3 4 5 6 7 j 9 g2 cu s 2i e g3 g4 fo 6j 38 39 3a 1 3a 2 24 4 en-TR: 1 0 1 0 2 3 4 5 6 d3 j 9
    d0 r s b2 e g5 1s fo b6 38 39 3a 1 3a 2 24 4 en-TW: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a 3b 5e 4h 4m 4n
    4o g6 38 39 3a 1 3a 2 24 4 es-419: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e
    3d 4q 4r 4 es-AG: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-BB:
    0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-BM: 0 1 0 1 2 3 4 5 6
    7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-BQ: 1 0 1 0 2 3 4 5 6 7 ar 9 4q 4r s 2i
    e 66 67 1t 6j 3b 3c 3d 3e 3d 4q 4r 4 es-BS: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b
    3c 3d 3e 3d 4q 4r 4 es-CA: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r
    4 es-CW: 1 0 1 0 2 3 4 5 6 7 ar 9 4q 4r s 2i e 66 67 1t 6j 3b 3c 3d 3e 3d 4q 4r 4 es-DM: 0 1 0 1
    2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-GD: 0 1 0 1 2 3 4 5 6 7 j 9
    4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-GQ: 1 0 1 0 2 3 4 1z 6 20 fi 9 4q 4r s 2i 2b
    4s 4t 37 4u 3b 3c 3d 3e 3d 3f 3g 4 es-GY: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c
    3d 3e 3d 4q 4r 4 es-HT: 1 5r 1 5r 2 3 4 5 6 7 1o 9 4q 4r s 2i e 66 67 1t 6j 3b 3c 3d 3e 3d 4q 4r
    4 es-KN: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-KY: 0 1 0 1
    2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-LC: 0 1 0 1 2 3 4 5 6 7 j 9
    4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-PH: 1 0 1 0 2 3 4 1z 6 20 1o 9 4q 4r s 2i 4h
    g7 g8 4k 4l 3b 3c 3d 3e 3d 3f 3g 4 es-TC: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c
    3d 3e 3d 4q 4r 4 es-TT: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4
    es-VC: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 es-VG: 0 1 0 1 2
    3 4 5 6 7 j 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e 3d 4q 4r 4 es-VI: 0 1 0 1 2 3 4 5 6 7 j 9 4q
    4r s 2i u g9 ga 8f 2m 3b 3c 3d 3e 3d 4q 4r 4 fa-AF: 58 59 58 59 5a 5b 5c 5 6 7 fu 9 q r s 5e 2b
    5f 5g 5h 5i dr ew 3t 3t 3t 3u 3v 4 fa-IR: 58 59 58 59 5a 5b 5c 5 6 7 gb 9 q r s 5e 2b 5f 5g 5h
    5i 3r 3s 3t 3t 3t 3u 3v 4 fr-BE: 1 5r 1 5r 2 3 4 5 6 20 1o 9 q r s aa e 5s 5t 5u gc 47 48 49 4a
    49 2 4b 4 fr-BF: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-BI:
    1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-BJ: 1 5r 1 5r 2 3 4 5
    6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-CA: 1 9 1 9 2 3 4 5 6 20 1o 9 q r s d e
    5s 5t 5u i 47 ex 49 4a 49 4q 4b 4 fr-CF: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48
    49 4a 49 2 4b 4 fr-CG: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4
    fr-CH: 1 5r 1 5r 2 3 4 5 6 7 ar 9 3w r s 1q e gd 5t 5u 1y 47 48 49 4a 49 2 4b 4 fr-CI: 1 5r 1 5r
    2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-CM: 1 5r 1 5r 2 3 4 5 6 20 f9 9
    q r s t e 5s 5t 5u 5v 47 48 49 4a 49 ey 4b 4 fr-DJ: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t 4h ge gf
    gg gh 47 48 49 4a 49 2 4b 4 fr-DZ: 1 5r 1 5r 2 3 4 5 6 20 1o 9 q r s t 4h ge gf gg gh 47 48 49
    4a 49 2 4b 4 fr-GA: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4
    fr-GN: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-GQ: 1 5r 1 5r
    2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-KM: 1 5r 1 5r 2 3 4 5 6 20 f9 9
    q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-LU: 1 0 1 0 2 3 4 5 6 20 1o 9 q r s t e 5s 5t 5u
    5v 47 48 49 4a 49 2 4b 4 fr-MA: 1 0 1 0 2 3 4 5 6 20 1o 9 q r s t e 5s 5t 5u 5v 47 ez 49 4a 49
    4q 4b 4 fr-MG: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-ML: 1
    5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-MR: 1 5r 1 5r 2 3 4 5 6
    20 1o 9 q r s t 4h ge gf gg gh 47 48 49 4a 49 2 4b 4 fr-NC: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t
    e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-NE: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47
    48 49 4a 49 2 4b 4 fr-PF: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b
    4 fr-RW: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-SN: 1 5r 1
    5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 fr-SY: 1 5r 1 5r 2 3 4 5 6 20
    f9 9 q r s t 4h ge gf gg gh 47 48 49 4a 49 2 4b 4 fr-TD: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t 4h
    ge gf gg gh 47 48 49 4a 49 2 4b 4 fr-TG: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48
    49 4a 49 2 4b 4 fr-TN: 1 5r 1 5r 2 3 4 5 6 20 gi 9 q r s t 4h ge gf gg gh 47 48 49 4a 49 2 4b 4
    fr-VU: 1 5r 1 5r 2 3 4 5 6 20 f9 9 q r s t 4h ge gf gg gh 47 48 49 4a 49 2 4b 4 fr-WF: 1 5r 1 5r
    2 3 4 5 6 20 f9 9 q r s t e 5s 5t 5u 5v 47 48 49 4a 49 2 4b 4 ha-GH: 0 1 0 1 2 3 4 5 6 7 8 9 6f
    1g 2h 2i 4h gj gk gl 4l 4x 4y 4z 50 4z 51 52 4 ha-NE: 0 1 0 1 2 3 4 5 6 7 fu 9 6f 1g 2h 2i e 6g
    6h 6i 6j 4x 4y 4z 50 4z 51 52 4 hr-BA: 1 0 1 0 4v 3 4 5 6 20 1o 9 2n 2o 2x gm e 2r 2s 31 gn 5f
    5g 1j 1k 1j 2 5h 4 id-ID: 1 0 1 0 2 3 4 5 6 7 fi 9 7g r s 3x 43 7h 7i 7j 7k 5z 60 61 62 61 2 63
    4 is-IS: 1 0 1 0 2 3 4 5 6 7 f9 9 48 3i 42 4b e 7n 7o 4y 7p 69 6a 6b 6c 6b 6d 2q 4 it-CH: 0 f3 0
    f3 2 3 4 1z 6 7 f4 9 3w r s 1q e go 7r 1t 1u 6e 6f 6g 6h 6g 2 4r 4 ja-JP: 0 1 0 1 2 3 4 5 6 7 fi
    9 7s 7t 7u 7u 2b 7v 7w 7x 7x 6i 6i 6j 6k 6j 6l 6m 4 jv-ID: 1 0 1 0 2 3 4 5 6 7 fu 9 3w r s 1h e
    7y 7z 1t 80 5z 6n 6o 6p 6o 6q 63 4 ko-CN: 0 1 0 1 2 3 4 5 6 7 j 9 8k 8l 8m 8m e gp gq gr gr 7b
    7b 7c 7d 7c 7e 24 4 ko-KP: 0 1 0 1 2 3 4 5 6 7 fi 9 8k 8l 8m 8m 6s 8n 8o 8p 8p 7b 7b 7c 7d 7c 7e
    24 4 ko-KR: 0 1 0 1 2 3 4 5 6 7 fi 9 8k 8l 8m 8m 6s 8n 8o 8p 8p 7b 7b 7c 7d 7c 7e 24 4 lo-LA: 1
    0 1 0 2 3 4 5 6 7 fq 9 3w r s 99 2b 9a 9b 37 9c 7t 7u 7v 7w 7v 7x 7y 4 ms-Arab-BN: 1 0 1 0 2 3 4
    5 6 7 8 9 l r t aa u gs w y ag 95 95 96 96 96 2 3 4 ms-BN: 1 0 1 0 2 3 4 5 6 7 8 9 l r s aa 4h
    gt ac 4k ad 8z 90 91 92 91 93 94 4 ms-ID: 1 0 1 0 2 3 4 5 6 7 fi a9 7g r s 3x 43 gu gv 7j 7k 8z
    90 91 92 91 93 94 4 my-MM: 0 1 0 1 2 3 ah 5 6 7 f9 9 ai b c 2i 2b aj ak al 38 97 98 99 99 99 9a
    9b 4 ne-IN: 0 1 0 1 2 3 am 5 1c 1d 1e 9 a b c 53 u gw gx gy gz 9c 9c 9d 9e 9d 9f 9g 4 nl-BE: 1 0
    1 0 2 3 4 5 6 7 ar 9 q r s fv e as at 1t h0 9h 9i 9j 9k 9j 2 9l 4 nn: 1 9 1 9 4v 3 4 5 6 20 1o 9
    3h 3i 42 3k e au 7o 4y 3v 9m 9n f0 f1 f0 9p 2q 4 pa-Arab-PK: 58 59 58 59 ay 5b 5c 5 6 7 fu 9 7g
    r s t u az w x y 9y 9y 9z 9z 9z 2 a0 4 ps-AF: 58 59 58 59 ay 5b 5c 5 6 7 fu 9 b7 b c 5e 2b b8 ak
    al b9 ac ac ad ad ad ae 3v 4 ps-PK: 58 59 58 59 ay 5b 5c 5 6 7 fu 9 b7 b c 5e u h1 bq br h2 ac
    ac ad ad ad ae 3v 4 pt-PT: 1 9 1 9 2 3 4 1z 6 7 1o 9 4q 4r t 3x e ba bb 5y 40 af ag ah ai ah 2
    4r 4 ro-MD: 1 0 1 0 2 3 4 5 6 20 1o 9 3w r s 3k e bc bd 1t 3v aj ak al f2 al 4q an 4 ru-UA: 1 9
    1 9 2 3 4 1z 6 20 1o 9 21 22 23 3k e be bf 27 3v ao ap aq ar aq 2 as 4 sd-PK: 0 59 0 59 bm bn bo
    5 6 7 f9 9 39 b c d u bp bq br bs ay ay az az az b0 b1 4 so-DJ: 0 1 0 1 2 3 4 5 6 7 fi 9 39 3a
    c7 3x 4h c8 c9 ca cb bo bp bq br bq bs 24 4 so-KE: 0 1 0 1 2 3 4 5 6 7 j 9 39 3a c7 3x e h3 h4
    h5 40 bo bp bq br bq bs 24 4 so-SO: 0 1 0 1 2 3 4 5 6 7 fi 9 39 3a c7 3x 4h c8 c9 ca cb bo bp bq
    br bq bs 24 4 sq-AL: 1 9 1 9 2 3 4 1z 6 7 f9 9 3w r s 4c 4h cc cd 4k ce bt bu bv bw bv bx by 4
    sq-MK: 1 9 1 9 2 3 4 1z 6 7 1o 9 3w r s 4c e h6 h7 1t h8 bt bu bv bw bv bx by 4 sq-XK: 1 9 1 9 2
    3 4 1z 6 7 1o 9 3w r s 4c e h6 h7 1t h8 bt bu bv bw bv bx by 4 sr-BA: 1 0 1 0 2 3 4 5 6 7 1o 9
    2n 2o 2q 2q e cf cg ch ch bz c0 1p 1q 1p f3 1s 4 sr-ME: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2q 2q e
    cf cg ch ch bz f4 f5 c2 f5 f3 1s 4 sr-RS: 1 0 1 0 2 3 4 5 6 7 f9 9 2n 2o 2q 2q e cf cg ch ch bz
    c0 c1 c2 c1 2 1s 4 sr-XK: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2q 2q e cf cg ch ch bz f4 c1 c2 c1 2 1s
    4 sr-Latn-BA: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2q 2q e cf cg ch ch c3 c4 1j 1k 1j f6 1m 4
    sr-Latn-ME: 1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2q 2q e cf cg ch ch c3 f7 f8 c6 f8 f6 1m 4
    sr-Latn-RS: 1 0 1 0 2 3 4 5 6 7 f9 9 2n 2o 2q 2q e cf cg ch ch c3 c4 c5 c6 c5 2 1m 4 sr-Latn-XK:
    1 0 1 0 2 3 4 5 6 7 1o 9 2n 2o 2q 2q e cf cg ch ch c3 f7 c5 c6 c5 2 1m 4 sw-CD: 1 0 1 0 2 3 4 5
    6 7 8 9 3w r s t e cj ck 1t 5y cc cd ce ce ce 2 cf 4 sw-KE: 0 1 0 1 2 3 4 5 6 7 8 9 3w r s t e
    h9 ha 1t 5y cc cd ce ce ce 2 cf 4 sw-UG: 0 1 0 1 2 3 4 5 6 7 fu 9 3w r s t e cj ck 1t 5y cc cd
    ce ce ce 2 cf 4 ta-LK: 0 1 0 1 2 3 4 5 1c 1d 69 9 1f 1g 2h 2i e hb 84 6i 6j cg ch ci cj ci 2 ck
    4 ta-MY: 0 1 0 1 2 3 4 5 6 7 8 9 1f 1g 2h 2i u cl cm 2l 2m cg ch ci cj ci 2 ck 4 ta-SG: 0 1 0 1
    2 3 4 5 6 7 8 9 1f 1g 2h 2i u cl cm 2l 2m cg ch ci cj ci 2 ck 4 tr-CY: 1 0 1 0 2 3 4 5 6 d3 j 9
    d0 r s b2 4h hc hd he hf d7 d8 d9 da d9 db dc 4 ur-PK: 0 1 0 1 z 3 4 5 1c 7 hg 9 12 13 dc 2i dd
    de df dg dh dh di dj dj dj 2 dk 4 uz-Arab-AF: 58 59 58 59 ay 5b 5c 5 6 7 fu 9 a b c d e f g h i
    dr ds 3t dt 3t 2 3 4 vi-VN: 1 0 1 0 2 3 4 5 6 7 f9 9 ds dt du 2i e dv dw dx dy e0 e1 e2 e3 e2 e4
    e5 4 yo-BJ: 0 1 0 1 2 3 4 5 6 7 fi 9 dz s e0 99 e1 e2 e3 e4 e5 f9 f9 fa fb fb fc 24 4 zh-HK: 0 1
    0 1 2 3 4 5 6 7 j 9 7s 7t 7t 2i e6 hh hi hi hj ed 6i ea ee ea eb ef 4 zh-JP: 0 1 0 1 2 3 4 5 6 7
    fi 9 7s 7t 7t 5e 2b 7v 7w 7w b9 ed 6i ea ee ea eb ef 4 zh-MO: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t
    2i e6 hh hi hi hj ed 6i ea ee ea eb ef 4 zh-MY: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 5e e6 hh hi hi
    e9 ed 6i ea ee ea eb ef 4 zh-SG: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 3x e6 hh hi hi hk ed 6i ea ee
    ea eb ef 4 zh-Hant-CN: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 5e e ee ef ef ed 6i 6i ea eg ea eb ec 4
    zh-Hant-HK: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 99 e6 hh hi hi hl 6i 6i ea eg ea eb ef 4
    zh-Hant-JP: 0 1 0 1 2 3 4 5 6 7 fi 9 7s 7t 7u 7u 2b 7v 7w 7x 7x 6i 6i ea eg ea eb ec 4
    zh-Hant-MY: 0 1 0 1 2 3 4 5 6 7 j 9 7s 7t 7t 5e e6 hh hi hi e9 6i 6i ea eg ea eb ec 4 en-150: 0
    1 0 1 2 3 4 5 6 7 1o 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-AI: 0 1 0 1 2 3 4 5 6 7 j
    9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-AU: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s 99 4h f5 f6
    f7 hm 38 39 3a 1 3a 9p 24 4 en-BW: 0 1 0 1 2 3 4 5 6 7 j 9 7g l m 3x e hn ho hp 40 38 39 3a 1 3a
    2 24 4 en-BZ: 0 1 0 1 2 3 4 5 6 7 j 9 7g l c7 3x e hn ho hq 40 38 39 3a 1 3a 2 24 4 en-CC: 0 1 0
    1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-CK: 0 1 0 1 2 3 4 5 6 7 j 9 3w
    r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-CM: 0 1 0 1 2 3 4 5 6 7 fi 9 3w r s t e fn 1s fo 5y
    38 39 3a 1 3a 2 24 4 en-CX: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4
    en-DG: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-FK: 0 1 0 1 2 3 4
    5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-GB: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e
    fn 1s fo 5y 38 39 3a 1 3a 9p 24 4 en-GG: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a
    1 3a 2 24 4 en-GI: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-HK: 0
    1 0 1 2 3 4 5 6 7 j 9 3w r s 99 4h f5 f6 f7 hm 38 39 3a 1 3a 2 24 4 en-ID: 1 0 1 0 2 3 4 5 6 7
    fi 9 7g r s 3x 43 hr hs ht 7k 38 39 3a 1 3a 2 24 4 en-IE: 0 1 0 1 2 3 4 5 6 7 j 9 q r s t e hu
    1s fo 5y 38 39 3a 1 3a 4q 24 4 en-IL: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t 2b fe ff fg hv 38 39 3a 1
    3a 2 24 4 en-IM: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-IN: 0 1
    0 1 2 3 4 5 1c 1d 69 9 3w r s 3x 4h f5 f6 f7 cb 38 39 3a 1 3a 2 24 4 en-IO: 0 1 0 1 2 3 4 5 6 7
    j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-JE: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s
    fo 5y 38 39 3a 1 3a 2 24 4 en-KE: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2
    24 4 en-MG: 0 1 0 1 2 3 4 5 6 7 fi 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-MS: 0 1 0 1
    2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-MT: 0 1 0 1 2 3 4 5 6 7 j 9 3w l
    m t e fn ho hp 5y 38 39 3a 1 3a 2 24 4 en-MU: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38
    39 3a 1 3a 2 24 4 en-MV: 0 1 0 1 2 3 4 5 6 7 8 9 q r 1h 8r e hu 1s hw hx 38 39 3a 1 3a 2 24 4
    en-NF: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-NG: 0 1 0 1 2 3 4
    5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-NR: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e
    fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-NU: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a
    1 3a 2 24 4 en-PK: 0 1 0 1 2 3 4 5 6 7 fi 9 3w r c7 t 4h f5 f6 hy f8 38 39 3a 1 3a 2 24 4 en-PN:
    0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-RW: 0 1 0 1 2 3 4 5 6 7
    fi 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-SC: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s
    fo 5y 38 39 3a 1 3a 2 24 4 en-SG: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s 2i 4h f5 f6 f7 4l 38 39 3a 1 3a
    2 24 4 en-SH: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-SX: 0 1 0 1
    2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-TK: 0 1 0 1 2 3 4 5 6 7 j 9 3w r
    s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-TV: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38
    39 3a 1 3a 2 24 4 en-TZ: 0 1 0 1 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4
    en-UG: 0 1 0 1 2 3 4 5 6 7 fi 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-VU: 0 1 0 1 2 3 4
    5 6 7 fi 9 3w r s t 4h f5 f6 f7 f8 38 39 3a 1 3a 2 24 4 en-ZA: 1 9 1 9 2 3 4 5 6 7 j 9 7g l m 7u
    e hn ho hp hz 38 39 3a 1 3a 2 24 4 en-ZW: 0 1 0 1 2 3 4 5 6 7 j 9 7g l i0 99 e hn ho i1 i2 38 39
    3a 1 3a 2 24 4 es-AR: 1 0 1 0 2 3 4 5 6 7 8 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e 3d 1x 4r 4
    es-BO: 1 0 1 0 2 3 4 5 6 7 ar 9 4q 4r i3 2i 4h g7 g8 i4 4l 3b 3c 3d 3e 3d 1x 4r 4 es-BR: 0 1 0 1
    2 3 4 5 6 7 j 9 4q 4r s 2i e 66 67 1t 6j 3b 3c 3d 3e 3d 4q 4r 4 es-BZ: 0 1 0 1 2 3 4 5 6 7 j 9
    4q 4r s 2i e 66 67 1t 6j 3b 3c 3d 3e 3d 4q 4r 4 es-CL: 1 0 1 0 2 3 4 5 6 7 fq 9 4q 4r 1h co 4h
    g7 g8 i5 fs 3b fd 3d 3e 3d 4q 4r 4 es-CO: 1 0 1 0 2 3 4 5 6 7 fu 9 4q 4r fv aa 4h g7 g8 i6 ad 3b
    fd 3d 3e 3d 4q 4r 4 es-CR: 1 0 1 0 2 3 4 5 6 7 j 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e 3d 1x
    4r 4 es-DO: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e 3d 1x 4r 4 es-EC: 1 0
    1 0 2 3 4 5 6 7 98 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e 3d 1x 4r 4 es-GT: 0 1 0 1 2 3 4 5 6 7
    j 9 4q 4r fv aa 4h g7 g8 i6 ad 3b 3c 3d 3e 3d 1x 4r 4 es-HN: 0 1 0 1 2 3 4 5 6 7 j 9 i7 i8 s 2i
    4h i9 ia 4k 4l 3b 3c 3d 3e 3d 1x 4r 4 es-MX: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 3x 4h g7 g8 4k cb
    3b fe 3d 3e 3d 4q 4r 4 es-NI: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i 4h g7 g8 4k 4l 3b 3c 3d 3e 3d
    1x 4r 4 es-PA: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r ib ic 4h g7 g8 id ie 3b 3c 3d 3e 3d 1x 4r 4 es-PE:
    0 1 0 1 2 3 4 5 6 7 8 9 4q 4r s aa 4h g7 g8 4k ad ff fg 3d 3e 3d 1x 4r 4 es-PR: 0 1 0 1 2 3 4 5
    6 7 j 9 4q 4r ib ic 4h g7 g8 id ie 3b 3c 3d 3e 3d 1x 4r 4 es-PY: 1 0 1 0 2 3 4 5 6 7 if 9 4q 4r
    s 2i 4h g7 g8 4k 4l 3b fh 3d 3e 3d 1x 4r 4 es-SV: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r s 2i 4h g7 g8 4k
    4l 3b 3c 3d 3e 3d 1x 4r 4 es-US: 0 1 0 1 2 3 4 5 6 7 j 9 4q 4r 3b 3c 4h g7 g8 5q 4p 3b 3c 3d 3e
    3d 4q 4r 4 es-UY: 1 0 1 0 2 3 4 5 6 7 8 9 4q 4r s 2i 4h g7 g8 4k 4l ff fg 3d 3e 3d 1x 4r 4
    es-VE: 1 0 1 0 2 3 4 5 6 7 98 9 4q 4r s 2i 4h g7 g8 4k 4l 3b fh 3d 3e 3d 1x 4r 4 pt-AO: 1 9 1 9
    2 3 4 5 6 7 1o 9 4q 4r t 3x e ba bb 5y 40 af ag ah ai ah 2 4r 4 pt-CV: 1 9 fx 9 2 3 4 1z 6 7 1o
    9 4q 4r t 3x e ba bb 5y 40 af ag ah ai ah 2 4r 4 pt-GQ: 1 9 1 9 2 3 4 1z 6 7 f9 9 4q 4r t 3x e
    ba bb 5y 40 af ag ah ai ah 2 4r 4 pt-GW: 1 9 1 9 2 3 4 1z 6 7 f9 9 4q 4r t 3x e ba bb 5y 40 af
    ag ah ai ah 2 4r 4 pt-MO: 1 9 1 9 2 3 4 1z 6 7 1o 9 4q 4r t 3x 4h ig ih f8 cb af ag ah ai ah 2
    4r 4 en-AT: 1 0 1 0 2 3 4 5 6 20 ar 9 48 3i 3k 1q e ii ij ik 1u 38 39 3a 1 3a 2 24 4 en-BE: 1 0
    1 0 2 3 4 5 6 7 ar 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-CH: 0 il 0 il 2 3 4 5 6 7 f4
    9 3w r s 3k e fn 1s fo 3v 38 39 3a 1 3a 2 24 4 en-CZ: 1 9 1 9 2 3 4 5 6 20 1o 9 q r im 3k 2b in
    ff io ip 38 39 3a 1 3a 2 24 4 en-DE: 1 0 1 0 2 3 4 5 6 20 1o 9 48 3i 42 1q e ii ij iq 1u 38 39
    3a 1 3a 2 24 4 en-DK: 1 0 1 0 2 3 4 5 6 20 1o 9 3w r s t 43 ir hs ht is 38 39 3a 1 3a 2 24 4
    en-EE: 1 9 1 9 2 3 4 5 6 7 j 9 48 3i 42 3k e ii ij iq 3v 38 39 3a 1 3a 2 24 4 en-FI: 1 9 1 9 2 3
    4 5 6 20 1o 9 3h 3i 42 4b 5k it iu iv iw 38 39 3a 1 3a 2 24 4 en-FR: 1 5r 1 9 2 3 4 5 6 20 j 9 q
    r s t e hu 1s fo 5y 38 39 3a 1 3a 2 24 4 en-HU: 1 9 1 9 2 3 4 5 6 7 1o 9 72 73 74 75 2b ix iy iz
    j0 38 39 3a 1 3a 2 24 4 en-LT: 1 9 1 9 2 3 4 5 6 20 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2
    24 4 en-LV: 1 9 1 9 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-NL: 1 0 1 0 2
    3 4 5 6 7 ar 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-NO: 1 9 1 9 2 3 4 5 6 20 8 9 3w r
    s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-PL: 1 9 1 9 2 3 4 5 6 7 1o 9 3w r s t e fn 1s fo 5y 38
    39 3a 1 3a 2 24 4 en-PT: 1 9 1 9 2 3 4 5 6 7 j 9 3w r s t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4
    en-SE: 1 9 1 9 2 3 4 5 6 20 1o 9 3w r s d e fn 1s fo j1 38 39 3a 1 3a 2 24 4 en-SI: 1 0 1 0 2 3
    4 5 6 7 1o 9 3w r s c3 e fn 1s fo c6 38 39 3a 1 3a 2 24 4 en-SK: 1 9 1 9 2 3 4 5 6 20 j 9 3w r s
    t e fn 1s fo 5y 38 39 3a 1 3a 2 24 4 en-UA: 1 9 1 9 2 3 4 5 6 7 1o 9 3w r s 3k e fn 1s fo 3v 38
    39 3a 1 3a 2 24 4 hi-Latn: 0 1 0 1 2 3 4 5 1c 1d 69 9 3w 1g j2 t 4h j3 j4 j5 f8 38 39 fi fj fi 2
    24 4
    """
}
