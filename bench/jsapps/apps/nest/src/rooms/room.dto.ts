import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsEnum, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

export enum Floor {
  Ground = 'ground',
  First = 'first',
  Attic = 'attic',
}

export class CreateRoomDto {
  @ApiProperty({ minLength: 2, maxLength: 40 })
  @IsString()
  @Length(2, 40)
  name: string;

  @ApiProperty({ minimum: 1, maximum: 200 })
  @IsInt()
  @Min(1)
  @Max(200)
  seats: number;

  @ApiPropertyOptional({ enum: Floor })
  @IsOptional()
  @IsEnum(Floor)
  floor?: Floor;

  @ApiPropertyOptional({ type: [String] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(5)
  @IsString({ each: true })
  equipment?: string[];
}

export class UpdateRoomDto extends PartialType(CreateRoomDto) {}

export class Room extends CreateRoomDto {
  @ApiProperty()
  id: number;
}
