-- CreateTable
CREATE TABLE "floor_plan" (
    "location_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,
    "image_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "floor_plan_pkey" PRIMARY KEY ("location_id")
);

-- CreateTable
CREATE TABLE "floor_plan_door" (
    "location_id" INTEGER NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "floor_plan_door_pkey" PRIMARY KEY ("location_id","lock_id")
);

-- CreateIndex
CREATE INDEX "floor_plan_door_lock_id_idx" ON "floor_plan_door"("lock_id");

-- AddForeignKey
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "floor_plan_door" ADD CONSTRAINT "floor_plan_door_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "floor_plan"("location_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "floor_plan_door" ADD CONSTRAINT "floor_plan_door_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;
