-- CreateTable
CREATE TABLE "door_test_photo" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "report_id" UUID NOT NULL,
    "image" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "added_by" TEXT NOT NULL,

    CONSTRAINT "door_test_photo_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "door_test_photo_report_id_idx" ON "door_test_photo"("report_id");

-- AddForeignKey
ALTER TABLE "door_test_photo" ADD CONSTRAINT "door_test_photo_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "door_test_report"("id") ON DELETE CASCADE ON UPDATE CASCADE;
