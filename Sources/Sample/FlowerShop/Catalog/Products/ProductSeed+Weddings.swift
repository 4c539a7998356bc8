// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let weddings = products(
    of: "weddings",
    """
    0701-2012-0512 | 14999 | 49 | white, pink
    en | Bridal Bouquet Ivory | Roses, freesias and ivy, held by a silk ribbon.
    fr | Bouquet de mariée Ivoire | Roses, freesias et lierre, tenus par un ruban de soie.
    de | Brautstrauß Elfenbein | Rosen, Freesien und Efeu, von einem Seidenband gehalten.
    es | Ramo de Novia Marfil | Rosas, fresias y hiedra, atadas con una cinta de seda.
    ja | アイボリーのブライダルブーケ | バラ、フリージア、アイビーを絹のリボンで束ねました。
    ar | باقة العروس العاجية | ورود وفريزيا ولبلاب يجمعها شريط من حرير.

    0702-2012-0513 | 1499 | 45 | white
    en | Buttonhole Rose | One rose with a leaf and a pin.
    fr | Rose de boutonnière | Une rose avec une feuille et une épingle.
    de | Ansteckrose | Eine Rose mit Blatt und Nadel.
    es | Rosa para el Ojal | Una rosa con una hoja y un alfiler.
    ja | ボタンホールのバラ | 葉とピンを添えた一輪のバラです。
    ar | وردة العروة | وردة واحدة مع ورقة ودبوس.

    0703-2014-0607 | 6999 | 44 | white, green
    en | Table Garland | Two metres of eucalyptus with white flowers.
    fr | Guirlande de table | Deux mètres d'eucalyptus et de fleurs blanches.
    de | Tischgirlande | Zwei Meter Eukalyptus mit weißen Blüten.
    es | Guirnalda de Mesa | Dos metros de eucalipto con flores blancas.
    ja | テーブルガーランド | 二メートルのユーカリに白い花を編み込みました。
    ar | إكليل المائدة | متران من الأوكالبتوس مع أزهار بيضاء.

    0704-2017-0520 | 2999 | 43 | pink, yellow
    en | Flower Girl Basket | A small basket full of petals.
    fr | Panier de petite fille d'honneur | Un petit panier plein de pétales.
    de | Blumenkinderkorb | Ein kleiner Korb voller Blütenblätter.
    es | Cestita de Damita | Una cestita llena de pétalos.
    ja | フラワーガールのかご | 花びらでいっぱいの小さなかごです。
    ar | سلة فتاة الزهور | سلة صغيرة مليئة بالبتلات.

    0705-2021-0619 | 24999 | 47 | white
    en | Church Arrangement | Two tall arrangements for the left and the right.
    fr | Composition d'église | Deux hautes compositions, à gauche et à droite.
    de | Kirchenschmuck | Zwei hohe Gestecke für links und rechts.
    es | Arreglo para la Iglesia | Dos arreglos altos, a la izquierda y a la derecha.
    ja | 教会の装花 | 左右に置く背の高い二つのアレンジメントです。
    ar | تنسيق القاعة | تنسيقان طويلان لليمين واليسار.
    """
  )
}
